import { prepararAmbiente } from './ambiente.ts';
import { encherInbox } from './nosso.ts';
import { aplicarNosso } from './cenarios/aplicar.ts';
const amb = await prepararAmbiente();
const b = await amb.banco('nosso');
const lsn = async () => (await b.sql`select pg_current_wal_insert_lsn()::text as l`)[0]!.l;
await b.sql`checkpoint`;
const d = async (a: string, c: string) => Number((await b.sql`select pg_wal_lsn_diff(${c}::pg_lsn, ${a}::pg_lsn)::float8 as d`)[0]!.d);
const l0 = await lsn(); await encherInbox(b.sql, { prefixo: 'w', total: 20000, pedidos: 5000 }); const l1 = await lsn();
console.log('wal insert/event', (await d(l0, l1)) / 20000);
await b.sql`delete from webhook_eventos`; await b.sql`vacuum full webhook_eventos`;
const l2 = await lsn(); console.log('eps', await aplicarNosso(amb, b, 'redis', 1, 'a', 20000)); const l3 = await lsn();
console.log('wal insert+apply/event', (await d(l2, l3)) / 20000);
for (const t of ['webhook_eventos', 'pedidos', 'transicoes', 'outbox']) { await b.sql.unsafe(`vacuum full ${t}`); console.log(t, (await b.sql`select pg_table_size(${t}) as a, pg_indexes_size(${t}) as b, (select count(*) from webhook_eventos) as n`)[0]); }
console.log(await b.sql`select relname, pg_relation_size(oid) as s from pg_class where relkind='i' and relname like 'webhook%'`);
console.log(await b.sql`select n_tup_upd, n_tup_hot_upd, relname from pg_stat_user_tables where n_tup_upd>0`);
await b.fechar(); await amb.fechar(); process.exit(0);

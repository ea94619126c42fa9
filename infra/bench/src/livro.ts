import type { Sql } from '@entrada/db';
import { freePort } from '@entrada/testing';
import type { Ambiente, Banco } from './ambiente.ts';
import { evento, type Serie } from './carga/eventos.ts';
import type { Receptor } from './nosso.ts';
import { iniciar } from './processo.ts';

/** @param soGrava it answers and applies nothing */
export async function subirLivro(amb: Ambiente, banco: Banco, { soGrava = false } = {}): Promise<Receptor> {
  const porta = await freePort();
  const env = { DATABASE_URL: banco.url, PORTA: String(porta), SO_GRAVA: soGrava ? '1' : '0' };
  const processo = iniciar('infra/bench/src/livro/servidor.ts', amb.pasta, env);
  await processo.esperarLinha(/listening/);
  return { porta, processo };
}

/** Puts a series into the textbook's inbox, pending. */
export async function encherLivro(sql: Sql, serie: Serie): Promise<void> {
  for (let de = 0; de < serie.total; de += 500) {
    const eventos = Array.from({ length: Math.min(500, serie.total - de) }, (_, k) => evento(serie, de + k));
    await sql`
      insert into webhook_eventos (evento_id, recurso_id, tipo, payload)
      select id, recurso_id, tipo, corpo::jsonb
      from unnest(${eventos.map((e) => e.id)}::text[], ${eventos.map((e) => e.recurso_id)}::text[],
        ${eventos.map((e) => e.tipo)}::text[], ${eventos.map((e) => e.corpo)}::text[]) as n (id, recurso_id, tipo, corpo)`;
  }
}

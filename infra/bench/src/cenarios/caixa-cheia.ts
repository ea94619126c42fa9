import type { Sql } from '@entrada/db';
import type { Banco } from '../ambiente.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { subirReceptor } from '../nosso.ts';
import { aplicarNosso } from './aplicar.ts';
import { sobCarga } from './receptor.ts';

/** The same work beside years of applied events, and beside none. */
export const caixaCheia: Cenario = {
  nome: 'cheia',
  async medir(amb, { duracaoMs, eventos, linhas }) {
    const em = async (banco: Banco, quem: string): Promise<Medidas> => {
      const alvo = await subirReceptor(amb, banco, 'redis');
      const carga = await sobCarga(alvo, quem, 64, duracaoMs);
      await alvo.processo.parar();
      await banco.sql`delete from webhook_eventos where aplicado_em is null`;
      await amb.limparRedis();
      const aplicacao = { nome: quem, backend: 'redis' as const, workers: 1, prefixo: quem, total: eventos };
      return { ...carga, ...(await aplicarNosso(amb, banco, aplicacao)) };
    };
    const vazia = await amb.banco('nosso');
    const naVazia = await em(vazia, 'vazia');
    await vazia.fechar();
    const cheia = await amb.banco('nosso');
    await encher(cheia.sql, linhas);
    const naCheia = await em(cheia, 'cheia');
    await cheia.fechar();
    return { ...naVazia, ...naCheia };
  },
};

/** Applied events as the worker leaves them, four to an order. */
async function encher(sql: Sql, linhas: number): Promise<void> {
  const POR_VEZ = 100_000;
  for (let de = 0; de < linhas; de += POR_VEZ)
    await sql`
      insert into webhook_eventos (origem, evento_id, recurso_id, tipo, fonte, payload, corpo, segredo_nome, recebido_em,
        aplicado_em, resultado, status, versao, dados)
      select 'loja', md5(n::text), 'velho-' || n / 4, 'order.paid', 'webhook', corpo::jsonb, convert_to(corpo, 'UTF8'),
        'abcdef01', now() - interval '90 days' + n * interval '1 s', now(), 'aplicado', 'pago', n % 4 + 1,
        '{"total_centavos": 100, "cliente_email": "a@example.com"}'
      from generate_series(${de}::int, ${de + POR_VEZ - 1}::int) as n,
        lateral (select json_build_object('id', md5(n::text), 'type', 'order.paid', 'sequence', n % 4 + 1, 'data',
          json_build_object('id', 'velho-' || n / 4, 'total_cents', 100, 'customer_email', 'a@example.com',
            'items', repeat('item ', 60)))::text as corpo) c
      where n < ${linhas}`;
  await sql`vacuum analyze webhook_eventos`;
  await sql`checkpoint`;
}

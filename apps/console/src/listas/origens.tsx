import {
  contarPendentesPorOrigem,
  inserirAcao,
  listarCursores,
  listarOrigensDoConsole,
  type OrigemNoConsole,
  reconciliacoesDaOrigem,
} from '@entrada/db';
import { criarOrigem } from '@entrada/providers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Aviso } from '../paginas/aviso.tsx';
import { avisoDe } from '../paginas/avisos.ts';
import { Confirmar } from '../paginas/confirmar.tsx';
import { duracao, Instante } from '../paginas/instante.tsx';
import type { Child } from '../paginas/moldura.tsx';
import { texto } from '../paginas/parametros.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { quemDe } from '../pedidos/acoes.tsx';
import { visivel } from '../texto/visivel.ts';

const EXECUCOES = 10;

/** The stores: what comes from each of them, and what was asked of it. */
export function rotasDasOrigens(app: FastifyInstance, { sql, fila, origens: configuradas }: Deps): void {
  app.get('/origens', async (req, reply) => {
    const [origens, pendencias] = await Promise.all([listarOrigensDoConsole(sql), contarPendentesPorOrigem(sql)]);
    const pendente = new Map(pendencias.map((p) => [p.origem, p]));
    return responder(
      req,
      reply,
      200,
      'Origens',
      <>
        <Tabela
          titulo="O que chega de cada loja"
          vazia="Nenhuma origem foi configurada ainda."
          colunas={[
            'Origem',
            'Dialeto',
            'Última entrega',
            'Entregas',
            'Repetidas',
            'Recusadas (401)',
            'Pendentes',
            'Atraso',
          ]}
          linhas={origens.map((o) => [
            o.nome,
            `${o.dialeto}, por ${o.criterio ?? 'o primeiro evento decide'}`,
            o.ultima_entrega_em ? <Instante em={o.ultima_entrega_em} /> : 'nenhuma ainda',
            o.entregas.toLocaleString('pt-BR'),
            parte(o),
            o.recusadas.toLocaleString('pt-BR'),
            pendente.get(o.nome)?.pendentes ?? 0,
            duracao(pendente.get(o.nome)?.mais_antigo_ms ?? 0),
          ])}
        />
        <Tabela
          titulo="Segredos, pela impressão digital"
          vazia="Nenhum segredo assinou uma entrega ainda."
          colunas={['Origem', 'Segredo', 'Último uso']}
          linhas={origens.flatMap((o) =>
            segredosDe(o, configuradas).map((s) => [o.nome, <code>{s.nome}</code>, s.uso]),
          )}
        />
      </>,
    );
  });

  app.get('/reconciliacao', async (req, reply) => {
    const cursores = await listarCursores(sql);
    const execucoes = await Promise.all(cursores.map((c) => reconciliacoesDaOrigem(sql, c.origem, EXECUCOES)));
    const csrf = req.usuario?.papel === 'operador' ? reply.generateCsrf() : null;
    return responder(
      req,
      reply,
      200,
      'Reconciliação',
      <>
        <Aviso texto={avisoDe(texto(req.query, 'feito'))} />
        <p>O que cada loja diz na API dela que mudou. Um webhook perdido é uma mudança que nenhum webhook contou.</p>
        {cursores.length === 0 && <p class="fraco">Nenhuma loja foi perguntada ainda.</p>}
        {cursores.map((c, i) => (
          <>
            <Tabela
              titulo={`${c.origem}: lida até ${FORMA.format(c.valor)}${c.em_curso ? ', e lendo agora' : ''}`}
              vazia="Nenhuma execução ainda."
              colunas={['Começou', 'Desde', 'Pedidos lidos', 'Leituras novas', 'Webhooks perdidos', 'Fim']}
              linhas={(execucoes[i] ?? []).map((r) => [
                <Instante em={r.iniciada_em} />,
                <Instante em={r.desde} />,
                r.lidos,
                r.novos,
                r.perdidos,
                r.erro === null ? <Instante em={r.terminada_em} /> : <span class="erro">{visivel(r.erro)}</span>,
              ])}
            />
            {csrf !== null && (
              <Confirmar
                nome={`Reconciliar ${c.origem} agora`}
                efeito="O worker lê agora na API da loja tudo o que mudou desde a última vez."
                action={`/reconciliacao/${c.origem}`}
                csrf={csrf}
              />
            )}
          </>
        ))}
      </>,
    );
  });

  app.post<{ Params: { origem: string } }>('/reconciliacao/:origem', async (req, reply) => {
    const { origem } = req.params;
    if (!(await listarCursores(sql)).some((c) => c.origem === origem))
      return recusar(req, reply, 404, 'Esta loja nunca foi perguntada.');
    await fila.agendar({ tarefa: 'reconciliar', origem });
    await inserirAcao(sql, { quem: quemDe(req), acao: 'reconciliar', chave: null, detalhes: { origem, desde: '' } });
    return reply.redirect('/reconciliacao?feito=reconciliacao', 303);
  });
}

const FORMA = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' });

function parte({ entregas, duplicadas }: OrigemNoConsole): string {
  return entregas === 0
    ? '0 %'
    : `${((100 * duplicadas) / entregas).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;
}

/** Those that signed something, and those that this console has in its settings and that never did. */
function segredosDe(
  { nome, segredos }: OrigemNoConsole,
  configuradas: Deps['origens'],
): { nome: string; uso: Child }[] {
  const usados = new Set(segredos.map((s) => s.nome));
  const configurada = configuradas.find((c) => c.nome === nome);
  const nunca = configurada ? criarOrigem(configurada).segredos.filter((s) => !usados.has(s.nome)) : [];
  return [
    ...segredos.map((s) => ({ nome: s.nome, uso: <Instante em={s.ultimo_uso_em} /> })),
    ...nunca.map((s) => ({ nome: s.nome, uso: 'nunca' })),
  ];
}

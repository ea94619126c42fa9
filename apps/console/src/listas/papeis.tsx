import { inserirAcao } from '@entrada/db';
import { ehPausavel, PAUSAVEIS, type Pausavel, papeisPausados, pausarPapel, retomarPapel } from '@entrada/queue';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Aviso } from '../paginas/aviso.tsx';
import { avisoDe } from '../paginas/avisos.ts';
import { Confirmar } from '../paginas/confirmar.tsx';
import { texto } from '../paginas/parametros.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { quemDe } from '../pedidos/acoes.tsx';

const O_QUE_FAZ: Readonly<Record<Pausavel, string>> = {
  apply: 'aplica os eventos pendentes de cada pedido',
  publish: 'entrega os efeitos ao ERP',
  read: 'lê pedidos na API da loja',
  agenda: 'tudo o que é periódico: sweep, reconcile e prune',
};

/** What the workers do, to be paused and resumed in the whole fleet. */
export function rotasDosPapeis(app: FastifyInstance, { sql, fila }: Deps): void {
  app.get('/papeis', async (req, reply) => {
    const pausados = await papeisPausados(fila);
    const csrf = req.usuario?.papel === 'operador' ? reply.generateCsrf() : null;
    return responder(
      req,
      reply,
      200,
      'Papéis dos workers',
      <>
        <Aviso texto={avisoDe(texto(req.query, 'feito'))} />
        <Tabela
          titulo="Papéis"
          vazia=""
          colunas={['Papel', 'O que faz', 'Situação', 'Ação']}
          linhas={(Object.keys(PAUSAVEIS) as Pausavel[]).map((papel) => [
            papel,
            O_QUE_FAZ[papel],
            pausados[papel] ? <span class="etiqueta ruim">pausado</span> : <span class="etiqueta bom">trabalha</span>,
            csrf !== null && (
              <Confirmar
                nome={pausados[papel] ? `Continuar ${papel}` : `Pausar ${papel}`}
                efeito={
                  pausados[papel]
                    ? 'Os workers retomam o que esperou.'
                    : 'O que já corre termina; nada mais começa, em nenhum worker. O trabalho espera nas tabelas.'
                }
                action={`/papeis/${papel}/${pausados[papel] ? 'continuar' : 'pausar'}`}
                csrf={csrf}
              />
            ),
          ])}
        />
      </>,
    );
  });

  for (const acao of ['pausar', 'continuar'] as const)
    app.post<{ Params: { papel: string } }>(`/papeis/:papel/${acao}`, async (req, reply) => {
      const { papel } = req.params;
      if (!ehPausavel(papel)) return recusar(req, reply, 404, 'Este papel não existe.');
      await (acao === 'pausar' ? pausarPapel(fila, papel) : retomarPapel(fila, papel));
      await inserirAcao(sql, { quem: quemDe(req), acao, chave: null, detalhes: { papel } });
      return reply.redirect(`/papeis?feito=${acao === 'pausar' ? 'pausado' : 'retomado'}`, 303);
    });
}

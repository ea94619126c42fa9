import type { AcaoGravada, ConsultaDoPedido, HistoricoGravado, TransicaoGravada, TrechoDoPayload } from '@entrada/db';
import { dadosDoEstado, marcasDoPedido, type Regras } from '@entrada/domain';
import { Aviso } from '../paginas/aviso.tsx';
import { Instante } from '../paginas/instante.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { Botoes } from './botoes.tsx';
import { decisoes, emOrdem } from './decisoes.ts';
import { Efeitos } from './efeitos.tsx';
import { Eventos } from './eventos.tsx';
import type { JobDoPedido } from './jobs.ts';
import { LinhaDoTempo } from './linha-do-tempo.tsx';
import { ACOES, CAUSAS, marcasEmPalavras, reais, SITUACOES, situacaoDaConsulta } from './palavras.ts';
import { trilhas } from './trilhas.ts';

interface Props {
  historico: HistoricoGravado;
  /** Which of its events are on this page: as many as there are payloads, from this one on. */
  primeiro: number;
  payloads: readonly TrechoDoPayload[];
  /** null where the rules of the store are not known here. */
  regras: Regras | null;
  consulta: ConsultaDoPedido | null;
  /** null where the queue did not answer. */
  jobs: readonly JobDoPedido[] | null;
  acoes: readonly AcaoGravada[];
  /** null for who may only look. */
  csrf: string | null;
  aviso: string | null;
  visao: Visao;
  endereco: string;
}

export const PaginaDoPedido = ({
  historico,
  primeiro,
  payloads,
  regras,
  consulta,
  jobs,
  acoes,
  csrf,
  aviso,
  visao,
  endereco,
}: Props) => (
  <>
    <Aviso texto={aviso} />
    <Estado historico={historico} visao={visao} />
    {csrf !== null && <Botoes endereco={endereco} csrf={csrf} />}
    <section aria-labelledby="linha-do-tempo">
      <h2 id="linha-do-tempo">Linha do tempo</h2>
      {regras === null && <p class="fraco">As regras desta origem não são conhecidas por este console.</p>}
      <LinhaDoTempo marcos={trilhas(historico.eventos, regras ? emOrdem(historico, regras) : [])} />
    </section>
    <Eventos
      eventos={historico.eventos.slice(primeiro, primeiro + payloads.length)}
      antes={primeiro}
      payloads={new Map(payloads.map((p) => [p.evento_id, p]))}
      decisoes={regras ? decisoes(historico, regras) : new Map()}
      visao={visao}
      endereco={endereco}
    />
    <Transicoes transicoes={historico.transicoes} />
    <Efeitos efeitos={historico.efeitos} visao={visao} endereco={endereco} csrf={csrf} />
    <Consulta consulta={consulta} visao={visao} />
    <Jobs jobs={jobs} />
    <Acoes acoes={acoes} />
  </>
);

const Estado = ({ historico, visao }: { historico: HistoricoGravado; visao: Visao }) => {
  const { origem, pedido, atualizado_em, ditas } = historico;
  const dados = pedido && dadosDoEstado(pedido);
  return (
    <dl class="estado">
      <dt>Estado</dt>
      <dd>
        {pedido ? (
          <span class={`etiqueta estado-${pedido.status}`}>{pedido.status}</span>
        ) : (
          'nenhum ainda: os eventos esperam, ou nenhum diz em que estado o pedido está'
        )}
      </dd>
      <dt>Origem</dt>
      <dd>{origem}</dd>
      <dt>Marcas</dt>
      <dd>{marcasEmPalavras(marcasDoPedido(ditas, pedido))}</dd>
      {dados && (
        <>
          <dt>Total</dt>
          <dd>{reais(dados.total_centavos)}</dd>
          <dt>E-mail</dt>
          <dd>{dados.cliente_email === null ? 'não informado' : visao.email(visivel(dados.cliente_email))}</dd>
          <dt>Atualizado em</dt>
          <dd>
            <Instante em={atualizado_em} />
          </dd>
        </>
      )}
    </dl>
  );
};

const Transicoes = ({ transicoes }: { transicoes: readonly TransicaoGravada[] }) => (
  <Tabela
    titulo="Transições"
    vazia="Nenhuma."
    colunas={['Em', 'De', 'Para', 'Por causa de', 'Causa']}
    linhas={transicoes.map((t) => [
      <Instante em={t.em} />,
      t.de ?? '(novo)',
      t.para,
      <code>{visivel(t.evento_id)}</code>,
      CAUSAS[t.causa],
    ])}
  />
);

const Consulta = ({ consulta, visao }: { consulta: ConsultaDoPedido | null; visao: Visao }) => (
  <Tabela
    titulo="Leituras na API da loja"
    vazia="Ninguém pediu uma leitura deste pedido."
    colunas={['Pedida em', 'Por quê', 'Situação', 'Tentativas']}
    linhas={
      consulta === null
        ? []
        : [
            [
              <Instante em={consulta.pedida_em} />,
              SITUACOES[consulta.motivo] ?? consulta.motivo,
              <>
                {situacaoDaConsulta(consulta)} <Instante em={consulta.respondida_em} />
                {consulta.ultimo_erro !== null && (
                  <span class="erro linha">{visao.texto(visivel(consulta.ultimo_erro))}</span>
                )}
                {consulta.proxima_tentativa_em !== null && (
                  <span class="fraco linha">
                    próxima tentativa depois de <Instante em={consulta.proxima_tentativa_em} />
                  </span>
                )}
              </>,
              consulta.tentativas,
            ],
          ]
    }
  />
);

const Jobs = ({ jobs }: { jobs: readonly JobDoPedido[] | null }) =>
  jobs === null ? (
    <p class="fraco">A fila não respondeu: os jobs deste pedido não aparecem aqui.</p>
  ) : (
    <Tabela
      titulo="Jobs deste pedido no Bull Board"
      vazia="Nenhum entre os mais recentes."
      colunas={['Fila', 'Job', 'Situação', 'Criado em']}
      linhas={jobs.map((j) => [
        j.fila,
        <a href={`/filas/queue/${j.fila}/${encodeURIComponent(j.id)}`}>{j.id}</a>,
        j.situacao,
        <Instante em={j.criado_em} />,
      ])}
    />
  );

const Acoes = ({ acoes }: { acoes: readonly AcaoGravada[] }) =>
  acoes.length === 0 ? null : (
    <Tabela
      titulo="O que foi feito à mão"
      vazia=""
      colunas={['Em', 'Quem', 'O quê']}
      linhas={acoes.map((a) => [<Instante em={a.em} />, a.quem, `${ACOES[a.acao]}${detalhes(a)}`])}
    />
  );

function detalhes({ detalhes: d }: AcaoGravada): string {
  const partes = Object.entries(d).map(([nome, valor]) => `${nome}: ${valor}`);
  return partes.length === 0 ? '' : ` (${partes.join(', ')})`;
}

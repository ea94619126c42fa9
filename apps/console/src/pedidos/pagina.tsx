import type { AcaoGravada, EfeitoGravado, EventoDoPedido, HistoricoGravado, TransicaoGravada } from '@entrada/db';
import { dadosDoEstado, marcasDoPedido } from '@entrada/domain';
import { Instante } from '../paginas/instante.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { ACOES, CAUSAS, FONTES, marcasEmPalavras, RESULTADOS, reais, situacaoDoEfeito } from './palavras.ts';

interface Props {
  historico: HistoricoGravado;
  /** null where the rules of the store are not known here. */
  explicacao: readonly string[] | null;
  acoes: readonly AcaoGravada[];
  /** null for who may only look. */
  formulario: { action: string; csrf: string } | null;
  aviso: string | null;
}

export const PaginaDoPedido = ({ historico, explicacao, acoes, formulario, aviso }: Props) => (
  <>
    {aviso !== null && (
      <p class="aviso" role="status">
        {aviso}
      </p>
    )}
    <Estado historico={historico} />
    {formulario && (
      <form method="post" action={formulario.action}>
        <input type="hidden" name="_csrf" value={formulario.csrf} />
        <button type="submit">Reprocessar pedido</button>
      </form>
    )}
    <Eventos eventos={historico.eventos} />
    <Transicoes transicoes={historico.transicoes} />
    <Efeitos efeitos={historico.efeitos} />
    <Acoes acoes={acoes} />
    <h2>Explicação</h2>
    {explicacao ? (
      <pre lang="en">{explicacao.join('\n')}</pre>
    ) : (
      <p class="fraco">As regras desta origem não são conhecidas por este console.</p>
    )}
  </>
);

const Estado = ({ historico: { origem, pedido, atualizado_em, ditas } }: { historico: HistoricoGravado }) => (
  <dl>
    <dt>Origem</dt>
    <dd>{origem}</dd>
    <dt>Estado</dt>
    <dd>{pedido ? pedido.status : 'nenhum ainda: os eventos esperam, ou nenhum diz em que estado o pedido está'}</dd>
    <dt>Marcas</dt>
    <dd>{marcasEmPalavras(marcasDoPedido(ditas, pedido))}</dd>
    {pedido && (
      <>
        <dt>Total</dt>
        <dd>{reais(dadosDoEstado(pedido).total_centavos)}</dd>
        <dt>E-mail</dt>
        <dd>{dadosDoEstado(pedido).cliente_email ?? 'não informado'}</dd>
        <dt>Atualizado em</dt>
        <dd>
          <Instante em={atualizado_em} />
        </dd>
      </>
    )}
  </dl>
);

const Eventos = ({ eventos }: { eventos: readonly EventoDoPedido[] }) => (
  <Tabela
    titulo="Eventos, na ordem de chegada"
    vazia="Nenhum evento."
    colunas={['Chegou em', 'Evento', 'Tipo', 'Fonte', 'Resultado']}
    linhas={eventos.map((e) => [
      <Instante em={e.recebido_em} />,
      <>
        <code>{e.evento_id}</code>
        {e.duplicatas > 0 && <div class="fraco">entregue {e.duplicatas + 1} vezes</div>}
      </>,
      e.tipo,
      FONTES[e.fonte],
      <ResultadoDoEvento evento={e} />,
    ])}
  />
);

const ResultadoDoEvento = ({ evento: e }: { evento: EventoDoPedido }) => {
  if (e.resultado === null) return <Pendente evento={e} />;
  return (
    <>
      <code>{e.resultado}</code> {RESULTADOS[e.resultado]}
      {e.erro !== null && <div class="erro">{e.erro}</div>}
      {e.corrigido_por !== null && (
        <div class="fraco">
          julgado de novo quando chegou <code>{e.corrigido_por}</code>
        </div>
      )}
    </>
  );
};

const Pendente = ({ evento: e }: { evento: EventoDoPedido }) => (
  <>
    pendente
    {e.erro !== null && <div class="erro">{e.erro}</div>}
    {e.proxima_tentativa_em !== null && (
      <div class="fraco">
        {e.tentativas === 1 ? '1 tentativa falhou' : `${e.tentativas} tentativas falharam`}; a próxima depois de{' '}
        <Instante em={e.proxima_tentativa_em} />
      </div>
    )}
  </>
);

const Transicoes = ({ transicoes }: { transicoes: readonly TransicaoGravada[] }) => (
  <Tabela
    titulo="Transições"
    vazia="Nenhuma."
    colunas={['Em', 'De', 'Para', 'Por causa de', 'Causa']}
    linhas={transicoes.map((t) => [
      <Instante em={t.em} />,
      t.de ?? '(novo)',
      t.para,
      <code>{t.evento_id}</code>,
      CAUSAS[t.causa],
    ])}
  />
);

const Efeitos = ({ efeitos }: { efeitos: readonly EfeitoGravado[] }) => (
  <Tabela
    titulo="Efeitos para o ERP"
    vazia="Nenhum."
    colunas={['Nasceu em', 'Efeito', 'Por causa de', 'Situação', 'Tentativas']}
    linhas={efeitos.map((e) => [
      <Instante em={e.criado_em} />,
      e.ocorrencia === 1 ? e.efeito : `${e.efeito} (${e.ocorrencia}ª vez)`,
      <code>{e.evento_id}</code>,
      <>
        {situacaoDoEfeito(e)} <Instante em={e.enviado_em ?? e.falhou_em ?? e.anulado_em} />
        {e.ultimo_erro !== null && <div class="erro">{e.ultimo_erro}</div>}
      </>,
      e.tentativas,
    ])}
  />
);

const Acoes = ({ acoes }: { acoes: readonly AcaoGravada[] }) =>
  acoes.length === 0 ? null : (
    <Tabela
      titulo="O que foi feito à mão"
      vazia=""
      colunas={['Em', 'Quem', 'O quê']}
      linhas={acoes.map((a) => [
        <Instante em={a.em} />,
        a.quem,
        `${ACOES[a.acao]} (${Object.entries(a.detalhes)
          .map(([nome, valor]) => `${nome}: ${valor}`)
          .join(', ')})`,
      ])}
    />
  );

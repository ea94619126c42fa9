import type { EventoDoPedido, TrechoDoPayload } from '@entrada/db';
import { Instante } from '../paginas/instante.tsx';
import { Bloco } from '../paginas/rolavel.tsx';
import type { Visao } from '../texto/dados-pessoais.ts';
import { indentarJson } from '../texto/indentar-json.ts';
import { visivel } from '../texto/visivel.ts';
import type { Decisao } from './decisoes.ts';
import { FONTES, RESULTADOS } from './palavras.ts';

/** Characters of a payload that a page shows; the whole of it is a file. */
export const MAX_PAYLOAD = 20_000;

/** Events of one page. The newest come first into sight: who looks at a hot order wants to know what has just happened. */
export const EVENTOS_POR_PAGINA = 100;

interface Props {
  /** Those of this page. */
  eventos: readonly EventoDoPedido[];
  /** How many arrived before them. */
  antes: number;
  /** By event id. */
  payloads: ReadonlyMap<string, TrechoDoPayload>;
  decisoes: ReadonlyMap<string, Decisao>;
  visao: Visao;
  /** Address of the order. */
  endereco: string;
}

/** The same events, one card each, with everything that is known of them. */
export const Eventos = ({ eventos, antes, ...resto }: Props) => (
  <section aria-labelledby="eventos">
    <h2 id="eventos">Eventos, na ordem de chegada</h2>
    {eventos.length === 0 && <p class="fraco">Nenhum evento.</p>}
    {antes > 0 && (
      <p>
        <a href={`${resto.endereco}?eventos=${antes}`}>
          {antes === 1 ? 'O evento anterior' : `Os ${antes.toLocaleString('pt-BR')} eventos anteriores`}
        </a>
      </p>
    )}
    <ol class="eventos" start={antes + 1}>
      {eventos.map((e) => (
        <Evento e={e} {...resto} />
      ))}
    </ol>
  </section>
);

type DoEvento = Omit<Props, 'eventos' | 'antes'> & { e: EventoDoPedido };

const Evento = ({ e, decisoes, payloads, visao, endereco }: DoEvento) => {
  const payload = payloads.get(e.evento_id);
  const decisao = decisoes.get(e.evento_id);
  return (
    <li>
      <h3>
        {e.status ? `${e.status} ` : ''}
        <code>{visivel(e.tipo)}</code>
      </h3>
      <ResultadoDoEvento e={e} porQue={decisao?.porQue ?? null} visao={visao} />
      <dl>
        <dt>Evento</dt>
        <dd>
          <code>{visivel(e.evento_id)}</code>
        </dd>
        <dt>Aconteceu</dt>
        <dd>{e.ocorreu_em ? <Instante em={e.ocorreu_em} /> : 'a loja não diz quando'}</dd>
        <dt>Chegou</dt>
        <dd>
          <Instante em={e.recebido_em} />
          {e.duplicatas > 0 && <span class="fraco"> (entregue {e.duplicatas + 1} vezes)</span>}
        </dd>
        <dt>Fonte</dt>
        <dd>
          {FONTES[e.fonte]}
          {e.segredo_nome !== null && (
            <span class="fraco">
              , assinado com o segredo <code>{e.segredo_nome}</code>
            </span>
          )}
        </dd>
      </dl>
      {payload && <Payload payload={payload} visao={visao} endereco={endereco} />}
    </li>
  );
};

const ResultadoDoEvento = ({ e, porQue, visao }: { e: EventoDoPedido; porQue: string | null; visao: Visao }) => {
  if (e.resultado === null) return <Pendente e={e} visao={visao} />;
  return (
    <p>
      <code class={`etiqueta ${e.resultado}`}>{e.resultado}</code> {porQue ?? RESULTADOS[e.resultado]}
      {e.erro !== null && <span class="erro linha">{visao.texto(visivel(e.erro))}</span>}
      {e.corrigido_por !== null && (
        <span class="fraco linha">
          Foi julgado de outro modo no começo; mudou quando chegou o evento <code>{visivel(e.corrigido_por)}</code>.
        </span>
      )}
    </p>
  );
};

const Pendente = ({ e, visao }: { e: EventoDoPedido; visao: Visao }) => (
  <p>
    <span class="etiqueta pendente">pendente</span> ainda não foi aplicado
    {e.erro !== null && <span class="erro linha">{visao.texto(visivel(e.erro))}</span>}
    {e.proxima_tentativa_em !== null && (
      <span class="fraco linha">
        {e.tentativas === 1 ? '1 tentativa falhou' : `${e.tentativas} tentativas falharam`}; a próxima depois de{' '}
        <Instante em={e.proxima_tentativa_em} />
      </span>
    )}
  </p>
);

const Payload = ({ payload: p, visao, endereco }: { payload: TrechoDoPayload; visao: Visao; endereco: string }) => (
  <details>
    <summary>Payload</summary>
    <p class="acoes">
      <button type="button" data-copiar="" hidden>
        Copiar
      </button>
      <a href={`${endereco}/eventos/${encodeURIComponent(p.evento_id)}`} download>
        Baixar inteiro
      </a>
      {p.tamanho > MAX_PAYLOAD && (
        <span class="fraco">
          aqui só o começo: {MAX_PAYLOAD.toLocaleString('pt-BR')} de {p.tamanho.toLocaleString('pt-BR')} caracteres
        </span>
      )}
    </p>
    <Bloco nome={`Payload de ${visivel(p.evento_id)}`}>{visivel(indentarJson(visao.payload(p.inicio)))}</Bloco>
  </details>
);

import { Hora } from '../paginas/instante.tsx';
import { visivel } from '../texto/visivel.ts';
import { RESULTADOS_CURTOS } from './palavras.ts';
import type { Marco } from './trilhas.ts';

const LINHA = 46;
const TOPO = 34;
/** Where the two tracks stand. Per cent, so that the drawing is as wide as the page and its letters keep their size. */
const [ESQUERDA, DIREITA] = [40, 60];

const y = (linha: number): number => TOPO + 22 + linha * LINHA;

/** When the events HAPPENED (left) and when they ARRIVED (right): a line that crosses another came out of order. */
export const LinhaDoTempo = ({ marcos }: { marcos: readonly Marco[] }) => {
  if (marcos.length === 0) return <p class="fraco">Ainda não há eventos.</p>;
  const atrasados = marcos.filter((m) => m.atrasado).length;
  const altura = y(marcos.length - 1) + 34;
  return (
    <figure class="trilhas">
      <svg width="100%" height={altura} role="img" aria-label={resumo(marcos.length, atrasados)}>
        <text class="trilha-nome" x={`${ESQUERDA}%`} y="16" text-anchor="end">
          aconteceu na loja
        </text>
        <text class="trilha-nome" x={`${DIREITA}%`} y="16">
          chegou aqui
        </text>
        {[ESQUERDA, DIREITA].map((x) => (
          <line class="trilha" x1={`${x}%`} x2={`${x}%`} y1={TOPO} y2={altura - 12} />
        ))}
        {marcos.map((m) => (
          <MarcoDesenhado marco={m} />
        ))}
      </svg>
      <figcaption>{resumo(marcos.length, atrasados)}</figcaption>
    </figure>
  );
};

const MarcoDesenhado = ({ marco: { evento: e, aconteceu, chegou, atrasado } }: { marco: Marco }) => {
  const yAqui = y(chegou);
  const classe = `marco ${classeDo(e.resultado)}${atrasado ? ' atrasado' : ''}`;
  return (
    <g class={classe}>
      <title>{`${visivel(e.tipo)}, evento ${visivel(e.evento_id)}`}</title>
      {aconteceu !== null && (
        <>
          <line class="fio" x1={`${ESQUERDA}%`} y1={y(aconteceu)} x2={`${DIREITA}%`} y2={yAqui} />
          <circle cx={`${ESQUERDA}%`} cy={y(aconteceu)} r="6" />
          <text x={`${ESQUERDA}%`} dx="-14" y={y(aconteceu) - 2} text-anchor="end">
            {e.status}
          </text>
          <text class="quando" x={`${ESQUERDA}%`} dx="-14" y={y(aconteceu) + 14} text-anchor="end">
            {e.ocorreu_em ? <Hora em={e.ocorreu_em} /> : `nº ${e.versao}`}
          </text>
        </>
      )}
      <circle cx={`${DIREITA}%`} cy={yAqui} r="6" />
      <text x={`${DIREITA}%`} dx="14" y={yAqui - 2}>
        {e.resultado === null ? 'pendente' : RESULTADOS_CURTOS[e.resultado]}
      </text>
      <text class="quando" x={`${DIREITA}%`} dx="14" y={yAqui + 14}>
        <Hora em={e.recebido_em} />
      </text>
    </g>
  );
};

function classeDo(resultado: string | null): string {
  if (resultado === null) return 'espera';
  if (resultado === 'aplicado') return 'valeu';
  return resultado === 'invalido' ? 'mau' : 'ignorado';
}

function resumo(eventos: number, atrasados: number): string {
  const quantos = eventos === 1 ? '1 evento' : `${eventos} eventos`;
  if (atrasados === 0) return `${quantos}, na ordem em que as coisas aconteceram.`;
  return `${quantos}; ${atrasados === 1 ? '1 chegou' : `${atrasados} chegaram`} depois de algo que aconteceu mais tarde.`;
}

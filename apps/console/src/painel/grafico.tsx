const LARGURA = 300;
const ALTURA = 80;

interface Traco {
  nome: string;
  classe: 'um' | 'dois';
  /** Oldest first; null where nothing was measured. */
  valores: readonly (number | null)[];
}

interface Props {
  titulo: string;
  tracos: readonly Traco[];
  /** How a value is said. */
  dizer(valor: number): string;
  /** What the left edge of the drawing is. */
  desde: string;
}

/** Lines over a period: the drawing for the eye, the same in words for who does not see it. */
export const Grafico = ({ titulo, tracos, dizer, desde }: Props) => {
  const maior = Math.max(...tracos.flatMap((t) => t.valores.map((v) => v ?? 0)));
  return (
    <figure class="grafico">
      <figcaption>
        <strong>{titulo}</strong>
        <span class="legenda">
          {tracos.map((t) => (
            <span class={`traco ${t.classe}`}>
              {t.nome} <b>{ultimo(t, dizer)}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${LARGURA} ${ALTURA}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${titulo}: ${tracos.map((t) => emPalavras(t, dizer)).join('; ')}`}
      >
        <line class="base" x1="0" x2={LARGURA} y1={ALTURA - 1} y2={ALTURA - 1} />
        {tracos.map((t) => pedacos(t.valores, maior).map((p) => <polyline class={t.classe} points={p} />))}
      </svg>
      <div class="eixo" aria-hidden="true">
        <span>{desde}</span>
        <span>máx. {dizer(maior)}</span>
        <span>agora</span>
      </div>
    </figure>
  );
};

const ultimo = ({ valores }: Traco, dizer: Props['dizer']): string => {
  const valor = valores.findLast((v) => v !== null);
  return valor === undefined || valor === null ? 'sem dados' : dizer(valor);
};

function emPalavras(traco: Traco, dizer: Props['dizer']): string {
  const medidos = traco.valores.filter((v) => v !== null);
  if (medidos.length === 0) return `${traco.nome} sem dados`;
  return `${traco.nome} agora ${ultimo(traco, dizer)}, entre ${dizer(Math.min(...medidos))} e ${dizer(Math.max(...medidos))}`;
}

/** A line for each stretch of values: where nothing was measured there is a gap, and a lone value is a short line. */
function pedacos(valores: readonly (number | null)[], maior: number): string[] {
  const passo = LARGURA / Math.max(valores.length - 1, 1);
  const y = (valor: number) => (ALTURA - 2 - (valor / Math.max(maior, 1e-9)) * (ALTURA - 6)).toFixed(1);
  const trechos: string[][] = [[]];
  for (const [i, valor] of valores.entries()) {
    if (valor === null) trechos.push([]);
    else trechos.at(-1)?.push(`${(i * passo).toFixed(1)},${y(valor)}`);
  }
  return trechos
    .filter((t) => t.length > 0)
    .map((t) => (t.length === 1 ? `${t[0]} ${Number(t[0]?.split(',')[0]) + 1},${t[0]?.split(',')[1]}` : t.join(' ')));
}

const FORMA = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
});

/** A point in time in this process's zone (TZ), with its name. Shows nothing for null. */
export const Instante = ({ em }: { em: Date | null }) =>
  em ? <time datetime={em.toISOString()}>{FORMA.format(em)}</time> : null;

const CURTA = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The same in a drawing, which has little room. */
export const Hora = ({ em }: { em: Date }) => <>{CURTA.format(em).replace(', ', ' ')}</>;

/** How long ago something was, as a person says it, with the moment itself behind it. */
export const Idade = ({ desde }: { desde: Date }) => (
  <time datetime={desde.toISOString()} title={FORMA.format(desde)}>
    {duracao(Date.now() - desde.getTime())}
  </time>
);

const UNIDADES = [
  [24 * 60 * 60_000, 'd'],
  [60 * 60_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A length of time in its greatest unit: `3 min`, `200 ms`. */
export function duracao(ms: number): string {
  const [divisor, nome] = UNIDADES.find(([d]) => ms >= d) ?? [1, 'ms'];
  return `${Math.round(Math.max(ms, 0) / divisor).toLocaleString('pt-BR')} ${nome}`;
}

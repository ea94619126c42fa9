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

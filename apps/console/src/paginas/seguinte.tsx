/** The way to the next page of a list, which begins after the last row of this one. */
export const Seguinte = ({ href }: { href: string | null }) =>
  href === null ? null : (
    <p>
      <a href={href} rel="next">
        Continuar a lista
      </a>
    </p>
  );

/** An address with these parameters; null where there is no further row. */
export const comLugar = (caminho: string, lugar: Readonly<Record<string, string>> | null): string | null =>
  lugar && `${caminho}?${new URLSearchParams(lugar)}`;

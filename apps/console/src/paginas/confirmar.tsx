interface Props {
  /** What the button says. */
  nome: string;
  /** What happens then, so that whoever opens it knows before he confirms. */
  efeito: string;
  action: string;
  csrf: string;
  campos?: Readonly<Record<string, string>>;
}

/** An action that has to be confirmed: a fold that says what it does, with the button in it. Works without a script. */
export const Confirmar = ({ nome, efeito, action, csrf, campos = {} }: Props) => (
  <details class="confirmar">
    <summary>{nome}</summary>
    <form method="post" action={action}>
      <p>{efeito}</p>
      <input type="hidden" name="_csrf" value={csrf} />
      {Object.entries(campos).map(([campo, valor]) => (
        <input type="hidden" name={campo} value={valor} />
      ))}
      <button type="submit">Confirmar: {nome.toLowerCase()}</button>
    </form>
  </details>
);

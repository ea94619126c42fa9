import type { PropsWithChildren } from 'hono/jsx';

type Props = PropsWithChildren<{ nome: string; classe: 'tabela' | 'bloco' }>;

/** A box that scrolls where the screen is too small for it: who has no mouse reaches it with Tab, and scrolls with the arrows. */
export const Rolavel = ({ nome, classe, children }: Props) => (
  <section class={classe} aria-label={nome} tabindex={0}>
    {children}
  </section>
);

/** Text of many lines. */
export const Bloco = ({ nome, children }: PropsWithChildren<{ nome: string }>) => (
  <Rolavel nome={nome} classe="bloco">
    <pre>{children}</pre>
  </Rolavel>
);

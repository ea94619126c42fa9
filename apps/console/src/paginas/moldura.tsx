import type { UsuarioDoConsole } from '@entrada/runtime';
import type { PropsWithChildren } from 'hono/jsx';

export type { Child } from 'hono/jsx';

type Props = PropsWithChildren<{ titulo: string; usuario: UsuarioDoConsole | null }>;

export const Moldura = ({ titulo, usuario, children }: Props) => (
  <html lang="pt-BR">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${titulo} · Entrada`}</title>
      <link rel="icon" href="/icone.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/estilo.css" />
      <script src="/console.js" defer />
    </head>
    <body>
      <a class="pular" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header>
        <strong>Entrada</strong>
        {usuario && (
          <nav aria-label="Principal">
            <a href="/filas">Filas</a>
            <a href="/conta">
              {usuario.nome} ({usuario.papel})
            </a>
          </nav>
        )}
      </header>
      <main id="conteudo">
        <h1>{titulo}</h1>
        {children}
      </main>
    </body>
  </html>
);

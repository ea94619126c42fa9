import type { UsuarioDoConsole } from '@entrada/runtime';
import type { PropsWithChildren } from 'hono/jsx';

export type { Child } from 'hono/jsx';

type Props = PropsWithChildren<{ titulo: string; usuario: UsuarioDoConsole | null; caminho: string }>;

const MENU = [
  ['/', 'Visão geral'],
  ['/pedidos', 'Pedidos'],
  ['/pendentes', 'Pendentes'],
  ['/invalidos', 'Inválidos'],
  ['/quarentena', 'Quarentena'],
  ['/saida', 'Saída'],
  ['/reconciliacao', 'Reconciliação'],
  ['/origens', 'Origens'],
  ['/papeis', 'Papéis'],
  ['/filas', 'Filas'],
] as const;

export const Moldura = ({ titulo, usuario, caminho, children }: Props) => (
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
            {MENU.map(([href, nome]) => (
              <a href={href} aria-current={atual(caminho, href) ? 'page' : undefined}>
                {nome}
              </a>
            ))}
            <a href="/conta" aria-current={atual(caminho, '/conta') ? 'page' : undefined}>
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

const atual = (caminho: string, href: string): boolean =>
  caminho === href || (href !== '/' && caminho.startsWith(`${href}/`));

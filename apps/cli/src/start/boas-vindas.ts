import type { SistemaLocal } from '@entrada/runtime';

export interface Lugares extends SistemaLocal {
  worker_url: string;
  /** The development user of the console. */
  usuario: { nome: string; senha: string } | null;
  pasta: string;
  /** How a command of this repository is typed, for instance `npx pnpm@12.4.2`. */
  pnpm: string;
}

/** What a newcomer needs to know once everything runs. */
export function boasVindas(l: Lugares, agora: Date): string {
  const lugares = [
    ['receiver', l.receiver_url],
    ['worker', `${l.worker_url}/metrics`],
    [
      'console',
      l.console_url && `${l.console_url}${l.usuario ? `  user ${l.usuario.nome}, password ${l.usuario.senha}` : ''}`,
    ],
    ['database', l.database_url],
    ['queue', l.redis_url ?? 'in the database'],
    ['data', l.pasta],
    ...(l.origem ? [[`secret`, `${l.origem.segredo} (${l.origem.nome})`]] : []),
  ].flatMap(([nome, valor]) => (nome && valor ? [`  ${nome.padEnd(10)}${valor}`] : []));
  return ['', 'Entrada is running.', '', ...lugares, '', ...proximosPassos(l, agora), ''].join('\n');
}

function proximosPassos(l: Lugares, agora: Date): string[] {
  const { origem, pnpm } = l;
  if (!origem) return ['Stop with Ctrl-C.'];
  return [
    'Send a first event:',
    '',
    primeiroEvento(l.receiver_url, origem, agora),
    '',
    'Then, in another terminal:',
    '',
    `  ${pnpm} entrada pedido ${origem.nome} 1001     what is known about that order`,
    `  ${pnpm} entrada explain ${origem.nome} 1001    why it is so`,
    `  ${pnpm} simulate                     a store with 500 orders, checked one by one`,
    '',
    'Stop with Ctrl-C.',
  ];
}

/** A command to copy: it signs the very bytes that it sends. */
function primeiroEvento(url: string, origem: { nome: string; segredo: string }, agora: Date): string {
  const evento = {
    id: 'evt-1',
    type: 'order.paid',
    occurred_at: agora.toISOString(),
    data: { id: '1001', total_cents: 12990, customer_email: 'ana@exemplo.com.br' },
  };
  return [
    `  CORPO='${JSON.stringify(evento)}'`,
    `  ASSINATURA=$(printf %s "$CORPO" | openssl dgst -sha256 -hmac '${origem.segredo}' -r | cut -d ' ' -f 1)`,
    `  curl -sS ${url}/webhooks/${origem.nome} -H "x-loja-signature: $ASSINATURA" --data-binary "$CORPO"`,
  ].join('\n');
}

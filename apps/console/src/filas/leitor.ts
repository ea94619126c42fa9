/**
 * What Bull Board's list of queues says to a leitor: read only, so that its page shows no action. The page is only told;
 * the refusal is in exigirAcesso.
 */
export function comoLeitor(corpo: unknown): unknown {
  if (corpo === null || typeof corpo !== 'object' || !('queues' in corpo) || !Array.isArray(corpo.queues)) return corpo;
  const somenteLeitura = { readOnlyMode: true, allowRetries: false, allowCompletedRetries: false };
  return { ...corpo, queues: corpo.queues.map((fila: object) => ({ ...fila, ...somenteLeitura })) };
}

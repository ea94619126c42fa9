import { Webhook } from 'standardwebhooks';

/**
 * Signs the Standard Webhooks way.
 * @param segredo `whsec_` and base64, as that specification prints a secret; any other text is the key itself, in UTF-8
 * @returns the headers for one attempt: the id is that of the message, the instant that of the attempt
 */
export function criarAssinador(segredo: string): (id: string, em: Date, corpo: string) => Record<string, string> {
  const webhook = segredo.startsWith('whsec_')
    ? new Webhook(segredo)
    : new Webhook(new TextEncoder().encode(segredo), { format: 'raw' });
  return (chave, em, corpo) => {
    // What is signed is id.instant.body: a dot within the id could be read as the end of it.
    const id = chave.replaceAll('.', '%2E');
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(em.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, em, corpo),
    };
  };
}

import type { FastifyInstance } from 'fastify';
import type { Erp } from './erp.ts';
import { FALHAS } from './falhas.ts';

/** POST /erp takes effects, GET /recebidos shows them, PUT /erp/falhas makes it fail. */
export function rotasDoErp(app: FastifyInstance, erp: Erp): void {
  // What is signed are bytes: they must reach the check as they came.
  app.register(async (porta) => {
    porta.removeAllContentTypeParsers();
    porta.addContentTypeParser('*', { parseAs: 'buffer' }, (_req, corpo, done) => done(null, corpo));
    porta.post('/erp', async (req, reply) => {
      const cabecalhos = Object.fromEntries(Object.entries(req.headers).map(([nome, v]) => [nome, String(v)]));
      const resposta = await erp.receber({ cabecalhos, corpo: Buffer.isBuffer(req.body) ? req.body.toString() : '' });
      if (resposta === null) {
        reply.hijack();
        req.raw.socket.destroy();
        return reply;
      }
      if (resposta.retryAfter !== undefined) reply.header('retry-after', resposta.retryAfter);
      return reply.code(resposta.status).send(resposta.corpo);
    });
  });
  app.get('/recebidos', () => ({ recebidos: erp.recebidos(), respostas: erp.respostas() }));
  app.put('/erp/falhas', async (req, reply) => {
    const falhas = FALHAS.safeParse(req.body);
    if (!falhas.success) return reply.code(400).send({ erro: falhas.error.issues.map((i) => i.message).join('; ') });
    erp.falhar(falhas.data);
    return falhas.data;
  });
}

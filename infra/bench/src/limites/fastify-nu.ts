import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { SEGREDO } from '../carga/eventos.ts';

// The receiver's limit: verify, parse, answer, and keep nothing.
const app = Fastify({ logger: false });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_req, corpo, done) => done(null, corpo));
app.post('/webhooks/:origem', (req, reply) => {
  const corpo = req.body as Buffer;
  const esperada = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
  const assinatura = String(req.headers['x-loja-signature']);
  if (assinatura.length !== esperada.length || !timingSafeEqual(Buffer.from(assinatura), Buffer.from(esperada)))
    return reply.code(401).send({ erro: 'signature' });
  const evento = JSON.parse(corpo.toString('utf8')) as { id: string };
  return reply.send({ resultado: 'recebido', evento_id: evento.id });
});
await app.listen({ port: Number(process.env.PORTA), host: '127.0.0.1' });
process.stdout.write('listening\n');

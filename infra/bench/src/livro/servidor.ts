import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import { Pool } from 'pg';
import { SEGREDO } from '../carga/eventos.ts';
import { aplicarEvento } from './aplicar.ts';

// The textbook: Express and pg, one INSERT per request, then the event is applied by the same process.
// With SO_GRAVA nothing is applied: the cost of its receiver alone.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const aplica = process.env.SO_GRAVA !== '1';
const app = express();

app.post('/webhooks/loja', express.raw({ type: '*/*', limit: '5mb' }), async (req, res) => {
  const corpo: unknown = req.body;
  if (!Buffer.isBuffer(corpo) || !assinado(corpo, req.get('x-loja-signature') ?? '')) {
    res.status(401).json({ erro: 'signature' });
    return;
  }
  const texto = corpo.toString('utf8');
  const evento = JSON.parse(texto) as { id: string; type: string; data: { id: string } };
  await pool.query(
    'insert into webhook_eventos (evento_id, recurso_id, tipo, payload) values ($1, $2, $3, $4) on conflict do nothing',
    [evento.id, evento.data.id, evento.type, texto],
  );
  res.json({ resultado: 'recebido', evento_id: evento.id });
  if (aplica) void aplicarEvento(pool, evento.id).catch((e: unknown) => process.stderr.write(`${String(e)}\n`));
});
app.listen(Number(process.env.PORTA), '127.0.0.1', () => process.stdout.write('listening\n'));

function assinado(corpo: Buffer, assinatura: string): boolean {
  const esperada = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
  return assinatura.length === esperada.length && timingSafeEqual(Buffer.from(assinatura), Buffer.from(esperada));
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Carteiro } from './carteiro.ts';

const FILTRO = z.object({
  origem: z.string().optional(),
  pedido: z.string().optional(),
  evento_id: z.string().optional(),
  situacao: z.enum(['em_curso', 'entregue', 'desistiu', 'nunca_enviada']).optional(),
  limite: z.coerce.number().int().min(1).max(10_000).default(100),
});

/** The delivery log, newest first, and the button that sends one again. */
export function rotasDasEntregas(app: FastifyInstance, carteiro: Carteiro): void {
  app.get('/entregas', (req) => {
    const { limite, ...filtro } = FILTRO.parse(req.query);
    const campos = Object.entries(filtro).filter(([, valor]) => valor !== undefined);
    const achadas = [...carteiro.entregas.values()].filter((e) =>
      campos.every(([campo, valor]) => e[campo as keyof typeof filtro] === valor),
    );
    return { entregas: achadas.reverse().slice(0, limite), total: achadas.length };
  });
  app.get<{ Params: { id: string } }>(
    '/entregas/:id',
    ({ params: { id } }, reply) => carteiro.entregas.get(id) ?? reply.code(404).send({ erro: 'no such delivery' }),
  );
  app.post<{ Params: { id: string } }>(
    '/entregas/:id/retry',
    async ({ params: { id } }, reply) =>
      (await carteiro.reenviar(id)) ?? reply.code(404).send({ erro: 'no such delivery' }),
  );
}

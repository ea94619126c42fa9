import type { FastifyInstance } from 'fastify';
import { responder } from './responder.tsx';

/** Who I am here, and the way out. */
export function rotasDaConta(app: FastifyInstance): void {
  app.get('/conta', async (req, reply) => {
    const csrf = reply.generateCsrf();
    return responder(
      req,
      reply,
      200,
      'Conta',
      <>
        <dl>
          <dt>Usuário</dt>
          <dd>{req.usuario?.nome}</dd>
          <dt>Papel</dt>
          <dd>{req.usuario?.papel}</dd>
        </dl>
        <form method="post" action="/sair">
          <input type="hidden" name="_csrf" value={csrf} />
          <button type="submit">Sair</button>
        </form>
      </>,
    );
  });

  app.post('/sair', { config: { papel: 'leitor' } }, async (req, reply) => {
    await req.session.destroy();
    return reply.clearCookie('sessao', { path: '/' }).redirect('/entrar', 303);
  });
}

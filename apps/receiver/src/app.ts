import type { Origem } from '@entrada/providers';
import { avaliarSaude, type Logger, type Metrics, type Verificacao } from '@entrada/runtime';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import type { Admissao, Vaga } from './admissao.ts';
import { fecharSemResposta } from './conexoes.ts';
import type { Metricas } from './metricas.ts';
import { dentroDoPrazo } from './prazo.ts';
import { type Deps, receber } from './receber.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of this delivery, once it is let in. */
    vaga: Vaga | null;
  }
}

export interface Opcoes extends Deps {
  origens: ReadonlyMap<string, Origem>;
  maxBodyBytes: number;
  logger: Logger;
  metrics: Metrics;
  metricas: Metricas;
  readyz: Verificacao;
  admissao: Admissao;
  /** From the whole body to 503: some stores wait only 3 to 5 s. */
  prazoMs?: number;
}

const TENTE_DE_NOVO_EM_S = 5;
/** A client that is slower than this with its headers, its body or its next request is cut off, without an answer. */
const PRAZOS = {
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
};
const MAX_CONEXOES = 20_000;

/** The receiver, not yet listening. */
export function criarApp(opcoes: Opcoes): FastifyInstance {
  const { origens, logger, metrics, metricas } = opcoes;
  const app = Fastify({
    bodyLimit: opcoes.maxBodyBytes,
    logger: false,
    ...PRAZOS,
    clientErrorHandler: fecharSemResposta,
  });
  app.server.maxConnections = MAX_CONEXOES;
  app.decorateRequest('vaga', null);
  aceitarQualquerCorpo(app);

  app.post<{ Params: { origem: string } }>(
    '/webhooks/:origem',
    {
      // Before the body is read: a stranger must not make us hold one.
      onRequest: (req, reply, done) => {
        if (!origens.has(req.params.origem)) return void desconhecida(opcoes, req.params.origem, reply);
        if (admitir(opcoes, req.params.origem, req, reply)) done();
      },
      preParsing: contarBytes,
    },
    (req, reply) => responder(opcoes, origens.get(req.params.origem)!, req, reply),
  );

  app.get('/livez', () => ({ ok: true }));
  app.get('/readyz', async (_req, reply) => {
    const { codigo, corpo } = await avaliarSaude(opcoes.readyz);
    return reply.code(codigo).send(corpo);
  });
  app.get('/metrics', async (_req, reply) => reply.type(metrics.contentType).send(await metrics.texto()));

  app.setErrorHandler((erro: { statusCode?: number }, req, reply) => {
    const codigo = erro.statusCode ?? 500;
    if (codigo === 413) {
      metricas.recusados.inc({ origem: nomeDaOrigem(req, origens), motivo: 'corpo_grande' });
      return reply.code(413).send({ erro: `body larger than ${opcoes.maxBodyBytes} bytes` });
    }
    if (erro instanceof SemEspaco) {
      metricas.recusados.inc({ origem: nomeDaOrigem(req, origens), motivo: 'cheio_bytes' });
      return indisponivel(reply.header('connection', 'close'));
    }
    if (codigo < 500) return reply.code(codigo).send({ erro: 'bad request' });
    logger.error({ err: erro }, 'delivery failed');
    return indisponivel(reply);
  });
  return app;
}

function desconhecida({ metricas, logger }: Opcoes, origem: string, reply: FastifyReply): FastifyReply {
  metricas.recusados.inc({ origem: 'desconhecida', motivo: 'origem_desconhecida' });
  logger.warn({ origem: origem.slice(0, 40) }, 'delivery for an unknown origem');
  return reply.code(404).send({ erro: 'unknown origem: check the address of the webhook' });
}

/**
 * Before the body is read, and while it is: over a limit the store is asked to come again.
 * @returns false where that was the answer
 */
function admitir({ admissao, metricas }: Opcoes, origem: string, req: FastifyRequest, reply: FastifyReply): boolean {
  const vaga = admissao.entrar();
  if (typeof vaga === 'string') {
    metricas.recusados.inc({ origem, motivo: `cheio_${vaga}` });
    indisponivel(reply.header('connection', 'close'));
    return false;
  }
  req.vaga = vaga;
  reply.raw.once('close', vaga.sair); // answered, or gone
  return true;
}

/** In the same turn in which Fastify begins to read: a listener that comes earlier would take the first bytes from it. */
const contarBytes: preParsingHookHandler = (req, _reply, corpo, done) => {
  corpo.on('data', (pedaco: Buffer) => {
    if (req.vaga?.receber(pedaco.length) === false) corpo.emit('error', new SemEspaco());
  });
  done();
};

/** As Fastify reads it: the body ends here, and this is its answer. */
class SemEspaco extends Error {
  readonly statusCode = 503;
}

async function responder(opcoes: Opcoes, origem: Origem, req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { logger, metricas, prazoMs = 2_000 } = opcoes;
  const inicio = performance.now();
  req.vaga?.comecar();
  const corpo = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const entrega = { corpo, cabecalhos: req.headers, consulta: consultaDaUrl(req.raw.url) };
  metricas.recebidos.inc({ origem: origem.nome });

  const desfecho = await dentroDoPrazo(prazoMs, (prazo) => receber(opcoes, origem, entrega, prazo)).catch(
    (err: unknown) => ({ tipo: 'indisponivel' as const, err }),
  );
  switch (desfecho.tipo) {
    case 'saudado': {
      const { status, tipo, corpo: resposta } = desfecho.saudacao;
      metricas.respondidos.inc({ origem: origem.nome, resultado: 'saudacao' });
      logger.info({ origem: origem.nome }, 'handshake answered');
      return reply.code(status).type(tipo).send(resposta);
    }
    case 'guardado': {
      const { resposta } = desfecho;
      metricas.respondidos.inc({ origem: origem.nome, resultado: resposta.resultado });
      metricas.duracao.observe({ origem: origem.nome }, (performance.now() - inicio) / 1000);
      if (resposta.resultado === 'quarentena')
        logger.warn({ origem: origem.nome, motivo: resposta.motivo, bytes: corpo.length }, 'quarantined');
      else if (desfecho.privacidade !== undefined)
        logger.warn(
          { origem: origem.nome, tipo: desfecho.privacidade, evento_id: resposta.evento_id },
          'a request about personal data was recorded: somebody has to answer it',
        );
      return reply.send(resposta);
    }
    case 'recusado':
      metricas.recusados.inc({ origem: origem.nome, motivo: 'assinatura' });
      logger.warn(
        {
          origem: origem.nome,
          motivo: desfecho.motivo,
          bytes: corpo.length,
          segredos_tentados: origem.segredos.map((s) => s.nome),
          cabecalhos_presentes: Object.keys(req.headers),
        },
        'signature refused',
      );
      return reply.code(401).send({ erro: desfecho.motivo });
    case 'indisponivel':
      metricas.recusados.inc({ origem: origem.nome, motivo: 'indisponivel' });
      logger.error({ origem: origem.nome, err: desfecho.err }, 'the inbox could not take a delivery');
      return indisponivel(reply);
  }
}

const indisponivel = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .header('retry-after', TENTE_DE_NOVO_EM_S)
    .send({ erro: 'the inbox cannot take this now; please deliver it again' });

/** Bytes, whatever the content type says or lacks: a store's odd header must not cost a delivery (Fastify answers 415). */
function aceitarQualquerCorpo(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_req, corpo, done) => done(null, corpo));
  app.addHook('onRequest', (req, _reply, done) => {
    req.raw.headers['content-type'] = 'application/octet-stream';
    done();
  });
}

function consultaDaUrl(url = ''): URLSearchParams {
  const inicio = url.indexOf('?');
  return new URLSearchParams(inicio === -1 ? '' : url.slice(inicio + 1));
}

function nomeDaOrigem(req: FastifyRequest, origens: ReadonlyMap<string, Origem>): string {
  const { origem } = req.params as { origem?: unknown };
  return typeof origem === 'string' && origens.has(origem) ? origem : 'desconhecida';
}

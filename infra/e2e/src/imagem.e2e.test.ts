import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Arvore, construirArvore, nodeDaImagem } from './compose/arvore.ts';
import { provarDemo } from './compose/demo.suite.ts';
import { provarEscala } from './compose/escala.suite.ts';
import { type Implantacao, implantar } from './compose/implantacao.ts';
import { provarMetricas } from './compose/metricas.suite.ts';
import { provarRecusas } from './compose/recusas.suite.ts';
import { provarFim, provarServicos } from './compose/servicos.suite.ts';
import { provarSoComNode } from './compose/so-node.suite.ts';

/** One build for all: what docker-compose.yml runs, as the image would have it, without an engine that runs images. */
let arvore: Arvore;
const daImagem = await nodeDaImagem();

beforeAll(async () => {
  arvore = await construirArvore();
}, 180_000);
afterAll(() => arvore?.apagar());

const semRedis = inject('redisUrl') === '';
const nodes = [
  ['the Node of this machine', dirname(process.execPath)],
  ['the Node of the image', daImagem],
] as const;

describe.each(nodes)('the pruned tree on %s', (_, bin) => {
  describe.skipIf(bin === null)('alone', () => provarSoComNode(() => ({ pasta: arvore.pasta, bin: bin ?? '' })));
});

describe.each(nodes)('docker-compose.yml on %s', (_, bin) => {
  describe.skipIf(semRedis || bin === null)('as processes', () => {
    let implantacao: Implantacao;
    beforeAll(async () => {
      implantacao = await implantar({ pasta: arvore.pasta, bin: bin ?? '' });
    }, 120_000);
    afterAll(() => implantacao?.fechar());

    const dela = () => implantacao;
    const tudo = bin === daImagem || daImagem === null;
    provarServicos(dela, tudo ? [1, 2, 4] : [1]);
    if (tudo) {
      provarRecusas(dela);
      provarMetricas(dela);
      provarEscala(dela);
    } else provarDemo(dela);
    provarFim(dela);
  });
});

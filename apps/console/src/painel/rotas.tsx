import { agoraDoBanco, contarQuarentena, lerPerdidos, lerSerie } from '@entrada/db';
import type { FastifyInstance } from 'fastify';
import { Busca } from '../busca/busca.tsx';
import type { Deps } from '../deps.ts';
import { texto } from '../paginas/parametros.ts';
import { responder } from '../paginas/responder.tsx';
import { criarTransmissao } from './ao-vivo.ts';
import { type Painel, PainelVivo } from './pagina.tsx';
import { emLinhas, PERIODOS, type Periodo } from './series.ts';

/** What an SRE sees at a glance, and goes on seeing. All of it is in Postgres: a restart of anything loses nothing. */
export function rotasDoPainel(app: FastifyInstance, deps: Deps): void {
  const transmitir = criarTransmissao(app, deps.logger, async (nome) => {
    const periodo = periodoDe(nome);
    return String(<PainelVivo painel={await lerPainel(deps, periodo)} periodo={periodo} />);
  });

  app.get('/', async (req, reply) => {
    const periodo = periodoDe(texto(req.query, 'periodo'));
    const painel = await lerPainel(deps, periodo);
    return responder(
      req,
      reply,
      200,
      'Visão geral',
      <>
        <Busca procurado="" />
        <p class="periodos">
          {Object.values(PERIODOS).map((p) => (
            <a href={`/?periodo=${p.nome}`} aria-current={p === periodo ? 'true' : undefined}>
              {p.nome === 'hora' ? 'Última hora' : 'Últimas 24 horas'}
            </a>
          ))}
        </p>
        <div id="painel" data-ao-vivo={`/ao-vivo?periodo=${periodo.nome}`}>
          <PainelVivo painel={painel} periodo={periodo} />
        </div>
      </>,
    );
  });

  app.get('/ao-vivo', (req, reply) => transmitir(periodoDe(texto(req.query, 'periodo')).nome, reply));
}

const periodoDe = (nome: string | null): Periodo => (nome === 'dia' ? PERIODOS.dia : PERIODOS.hora);

async function lerPainel({ sql }: Deps, periodo: Periodo): Promise<Painel> {
  const [serie, achados, doDia, quarentena, agora] = await Promise.all([
    lerSerie(sql, periodo),
    lerPerdidos(sql, periodo),
    lerPerdidos(sql, PERIODOS.dia),
    contarQuarentena(sql),
    agoraDoBanco(sql),
  ]);
  return {
    linhas: emLinhas({ ...serie, somas: [...serie.somas, ...achados] }, periodo, new Date(agora)),
    perdidos: doDia.reduce((soma, p) => soma + p.valor, 0),
    quarentena: quarentena.reduce((soma, q) => soma + q.abertas, 0),
  };
}

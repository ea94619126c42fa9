import { duracao } from '../paginas/instante.tsx';
import { Grafico } from './grafico.tsx';
import type { Linhas, Periodo } from './series.ts';

export interface Painel {
  linhas: Linhas;
  /** Webhooks that never came, of the last 24 hours. */
  perdidos: number;
  quarentena: number;
}

const inteiro = (n: number): string => Math.round(n).toLocaleString('pt-BR');
const ritmo = (n: number): string => `${n.toLocaleString('pt-BR', { maximumFractionDigits: n < 10 ? 1 : 0 })}/min`;
const ultimo = (valores: readonly (number | null)[]): number => valores.findLast((v) => v !== null) ?? 0;

/** The part that is live: it is sent again every few seconds. */
export const PainelVivo = ({ painel, periodo }: { painel: Painel; periodo: Periodo }) => {
  const { linhas: l, perdidos, quarentena } = painel;
  const desde = periodo.nome === 'hora' ? 'há 1 h' : 'há 24 h';
  return (
    <>
      <ul class="numeros">
        <Numero href="/pendentes" nome="eventos pendentes" valor={inteiro(ultimo(l.pendentes))} />
        <Numero
          href="/pendentes"
          nome="o mais antigo espera"
          valor={duracao(ultimo(l.mais_antigo_ms))}
          ruim={ultimo(l.mais_antigo_ms) > 60_000}
        />
        <Numero href="/saida" nome="efeitos a enviar" valor={inteiro(ultimo(l.efeitos_pendentes))} />
        <Numero
          href="/saida"
          nome="efeitos que falharam"
          valor={inteiro(ultimo(l.efeitos_falhos))}
          ruim={ultimo(l.efeitos_falhos) > 0}
        />
        <Numero href="/quarentena" nome="entregas em quarentena" valor={inteiro(quarentena)} ruim={quarentena > 0} />
        <Numero href="/reconciliacao" nome="webhooks perdidos em 24 h" valor={inteiro(perdidos)} ruim={perdidos > 0} />
      </ul>
      <div class="graficos">
        <Grafico
          titulo="Ritmo"
          dizer={ritmo}
          desde={desde}
          tracos={[
            { nome: 'chegam', classe: 'um', valores: l.chegadas },
            { nome: 'aplicados', classe: 'dois', valores: l.aplicados },
          ]}
        />
        <Grafico
          titulo="Da chegada até aplicado"
          dizer={duracao}
          desde={desde}
          tracos={[
            { nome: 'p50', classe: 'um', valores: l.p50 },
            { nome: 'p95', classe: 'dois', valores: l.p95 },
          ]}
        />
        <Grafico
          titulo="Eventos pendentes"
          dizer={inteiro}
          desde={desde}
          tracos={[{ nome: 'pendentes', classe: 'um', valores: l.pendentes }]}
        />
        <Grafico
          titulo="O pendente mais antigo"
          dizer={duracao}
          desde={desde}
          tracos={[{ nome: 'espera', classe: 'um', valores: l.mais_antigo_ms }]}
        />
        <Grafico
          titulo="Efeitos para o ERP"
          dizer={inteiro}
          desde={desde}
          tracos={[
            { nome: 'a enviar', classe: 'um', valores: l.efeitos_pendentes },
            { nome: 'falharam', classe: 'dois', valores: l.efeitos_falhos },
          ]}
        />
        <Grafico
          titulo="Webhooks perdidos"
          dizer={inteiro}
          desde={desde}
          tracos={[{ nome: 'achados na API', classe: 'um', valores: l.perdidos }]}
        />
      </div>
    </>
  );
};

const Numero = ({ href, nome, valor, ruim = false }: { href: string; nome: string; valor: string; ruim?: boolean }) => (
  <li>
    <a href={href} class={ruim ? 'ruim' : ''}>
      <b>{valor}</b> {nome}
    </a>
  </li>
);

import type { Releitura, Retomada } from '@entrada/db';
import { limpar } from '../tabela.ts';

/** What reading an order's events anew does to it, before and after. */
export function mostrarReleitura(r: Releitura): string[] {
  const linhas = [
    `${r.origem}/${r.recurso_id}: ${r.recusa === null ? diferenca(r) : `left alone, ${r.recusa}`}`,
    ...r.eventos.map(
      (e) => `  event ${e.evento_id}: ${e.antes ?? 'new'} -> ${e.depois}${e.erro === null ? '' : ` (${e.erro})`}`,
    ),
    ...r.transicoes.map((t) => `  transition ${t.de ?? 'nothing'} -> ${t.para}, because of ${t.evento_id}`),
    ...r.efeitos.map((e) => `  effect ${e.efeito} (occurrence ${e.ocorrencia})`),
  ];
  return linhas.map(limpar);
}

export function mostrarRetomada(r: Retomada): string[] {
  const quais = `quarantine ${r.entregas.join(', ')}`;
  if (r.tipo === 'pedido') return [`${quais}:`, ...mostrarReleitura(r.releitura).map((l) => `  ${l}`)];
  if (r.tipo === 'encerrada') return [limpar(`${quais}: event ${r.evento_id} of ${r.origem} is ${r.resultado}`)];
  return [limpar(`${quais}: stays, ${r.motivo}`)];
}

function diferenca({ antes, depois }: Releitura): string {
  const campos = (['status', 'total_centavos', 'cliente_email'] as const).filter(
    (c) => (antes?.[c] ?? null) !== (depois?.[c] ?? null),
  );
  if (campos.length === 0) return `stays ${depois?.status ?? 'without a state'}`;
  return campos.map((c) => `${c} ${antes?.[c] ?? 'nothing'} -> ${depois?.[c] ?? 'nothing'}`).join(', ');
}

import { Command, Option } from '@commander-js/extra-typings';
import { type Achado, listarOrigens, type Verificacao, verificar } from '@entrada/db';
import { regrasDasOrigens } from '@entrada/providers';
import { comBanco } from '../banco.ts';
import { contar } from '../contar.ts';
import { daOrigem, jsonPorLinha, pasta, quantidade } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { limpar } from '../tabela.ts';

const UM_MINUTO_MS = 60_000;

export const verify = () =>
  new Command('verify')
    .description(
      'Recomputes every order from its facts and says what contradicts itself. Ends with 1 where something does.',
    )
    .addOption(daOrigem())
    .addOption(
      new Option('--fix', 'make rows, results and transitions anew from the facts; effects are never invented').default(
        false,
      ),
    )
    .addOption(new Option('--pendente-ha <minutos>', 'how long an event may wait').argParser(quantidade).default(15))
    .addOption(jsonPorLinha())
    .addOption(pasta())
    .action((opcoes) =>
      comBanco(opcoes.pasta, async ({ sql, config }) => {
        const escrever = (linha: string) => process.stdout.write(`${linha}\n`);
        const total = await verificar(
          sql,
          {
            origem: opcoes.origem ?? null,
            regras: regrasDasOrigens(await listarOrigens(sql), config.origens),
            pendenteHaMs: opcoes.pendenteHa * UM_MINUTO_MS,
            consertarPor: opcoes.fix ? quem() : null,
          },
          (achado) => {
            for (const linha of opcoes.json ? [JSON.stringify(achado)] : mostrar(achado)) escrever(linha);
          },
        );
        escrever(opcoes.json ? JSON.stringify({ resumo: total }) : resumir(total));
        if (total.divergentes + total.sem_regras > 0) process.exitCode = 1;
      }),
    );

function mostrar({ origem, recurso_id, divergencias, consertadas }: Achado): string[] {
  const pedido = limpar(`${origem}/${recurso_id}`);
  return [
    ...consertadas.map((d) => `${pedido}  mended ${d.tipo}: ${limpar(d.detalhe)}`),
    ...divergencias.map((d) => `${pedido}  ${d.tipo}: ${limpar(d.detalhe)}`),
  ];
}

function resumir({ pedidos, divergentes, consertados, sem_regras }: Verificacao): string {
  const feito = consertados === 0 ? '' : ` ${consertados} made anew from their facts.`;
  const cego = sem_regras === 0 ? '' : ` ${sem_regras} more not looked at: this version does not know their dialect.`;
  if (divergentes === 0) return `All is well: ${contar(pedidos, 'order')}.${feito}${cego}`;
  return `WRONG: ${divergentes} of ${contar(pedidos, 'order')}.${feito}${cego}`;
}

import { randomBytes } from 'node:crypto';
import { processEnv, runMain } from '@entrada/runtime';
import { encontrarSistema } from './alvo.ts';
import { andamentoNoTerminal } from './andamento.ts';
import { lerArgumentos } from './argumentos.ts';
import { relatorio } from './relatorio.ts';
import { simular } from './simular.ts';

await runMain(async () => {
  const { paciencia, json, ...opcoes } = lerArgumentos(process.argv.slice(2), randomBytes(4).toString('hex'));
  const sistema = await encontrarSistema(processEnv(), opcoes);
  const resumo = await simular({ ...opcoes, ...sistema, paciencia_ms: paciencia * 1000 }, andamentoNoTerminal());
  process.stdout.write(json ? `${JSON.stringify(resumo, null, 2)}\n` : relatorio(resumo));
  process.exitCode = resumo.certo ? 0 : 1;
});

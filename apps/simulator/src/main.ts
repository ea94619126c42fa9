import { randomBytes } from 'node:crypto';
import { processEnv, readConfig, runMain } from '@entrada/runtime';
import { encontrarSistema } from './alvo.ts';
import { andamentoNoTerminal } from './andamento.ts';
import { lerArgumentos } from './argumentos.ts';
import { relatorio } from './relatorio.ts';
import { lerArgumentosDeServir } from './servir/argumentos.ts';
import { servir } from './servir/servir.ts';
import { simular } from './simular.ts';
import { lerArgumentosDeTestar } from './testar/argumentos.ts';
import { testar } from './testar/testar.ts';

await runMain(async () => {
  const [modo, ...argv] = process.argv.slice(2);
  const semente = randomBytes(4).toString('hex');
  if (modo === 'servir')
    return servir(readConfig(processEnv(), { usaFila: false }), lerArgumentosDeServir(argv, semente));
  if (modo === 'testar') return testar(processEnv(), lerArgumentosDeTestar(argv));

  const { paciencia, json, ...opcoes } = lerArgumentos(process.argv.slice(2), semente);
  const sistema = await encontrarSistema(processEnv(), opcoes);
  const resumo = await simular({ ...opcoes, ...sistema, paciencia_ms: paciencia * 1000 }, andamentoNoTerminal());
  process.stdout.write(json ? `${JSON.stringify(resumo, null, 2)}\n` : relatorio(resumo));
  process.exitCode = resumo.certo ? 0 : 1;
});

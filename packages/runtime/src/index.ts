export { aCada, type Relogio } from './a-cada.ts';
export {
  type Config,
  ConfigError,
  exigirDatabase,
  exigirOrigens,
  type OpcoesDaConfig,
  processEnv,
  readConfig,
} from './config.ts';
export { type Ambiente, ROLES, type Role, type UsuarioDoConsole, VARIAVEIS } from './config-valores.ts';
export { type Diferenca, type Leitor as LeitorDeDiferencas, lerDiferencas } from './diferencas.ts';
export { avaliarSaude, type Saude, startHealthServer, type Verificacao } from './health.ts';
export { createLogger, type Logger, type OpcoesDoLogger } from './logger.ts';
export { portError, runMain, StartError } from './main.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { OrigemConfig } from './origens.ts';
export { comTrecho, iniciarRastro, type Rastro, type Trecho } from './rastro/rastro.ts';
export { conferirSenha, ehScrypt, scryptSenha } from './senha.ts';
export { type Encerramento, onShutdown, type Passo } from './shutdown.ts';
export {
  apagarSistemaLocal,
  gravarSistemaLocal,
  lerSistemaLocal,
  pastaLocal,
  type SistemaLocal,
} from './sistema-local.ts';
export { vigiarLaco } from './vigia.ts';

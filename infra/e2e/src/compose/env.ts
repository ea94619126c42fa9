import { scryptSenha } from '@entrada/runtime';
import { preencherExemplo } from './ler.ts';

/** What somebody wrote into .env. */
export const ENV = preencherExemplo({
  POSTGRES_PASSWORD: 'senha-do-banco',
  ORIGEM_LOJA_SEGREDOS: 'segredo-do-teste',
  CONSOLE_USUARIOS: `ana:operador:${await scryptSenha('senha-da-ana')}`,
  CONSOLE_CHAVE: 'k'.repeat(32),
});

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { StartError, scryptSenha } from '@entrada/runtime';

const MENOR_SENHA = 8;

export const password = () =>
  new Command('password')
    .description('Prints the hash of a password for CONSOLE_USUARIOS. Asks for it, or reads it from standard input.')
    .action(async () => {
      const senha = process.stdin.isTTY ? await perguntarDuasVezes() : primeiraLinha(await text(process.stdin));
      if (senha.length < MENOR_SENHA) throw new StartError(`A password needs ${MENOR_SENHA} characters or more.`);
      process.stdout.write(`${await scryptSenha(senha)}\n`);
      process.stderr.write('Put it into CONSOLE_USUARIOS, as name:operador:<hash> or name:leitor:<hash>.\n');
    });

const primeiraLinha = (texto: string): string => texto.split(/\r?\n/, 1)[0] ?? '';

async function perguntarDuasVezes(): Promise<string> {
  const senha = await perguntar('Password: ');
  if ((await perguntar('Again: ')) !== senha) throw new StartError('The two passwords differ.');
  return senha;
}

/** Reads a line that the terminal does not show. */
function perguntar(pergunta: string): Promise<string> {
  const mudo = new Writable({ write: (_parte, _codificacao, feito) => feito() });
  const leitor = createInterface({ input: process.stdin, output: mudo, terminal: true });
  process.stderr.write(pergunta); // only now does the terminal keep what is typed to itself
  return new Promise<string>((resolve, reject) => {
    leitor.once('line', resolve);
    leitor.once('close', () => reject(new StartError('No password was given.')));
  }).finally(() => {
    leitor.close();
    process.stderr.write('\n');
  });
}

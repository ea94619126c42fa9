import { Command } from '@commander-js/extra-typings';
import { conectar, migrate as migrar } from '@entrada/db';
import { acharBanco, exigirResposta } from '../banco.ts';
import { pasta } from '../opcoes.ts';

export const migrate = () =>
  new Command('migrate')
    .description('Brings the database to the schema of this version. Forward only, safe to repeat.')
    .addOption(pasta())
    .action(async (opcoes) => {
      const { databaseUrl } = await acharBanco(opcoes.pasta);
      const sql = conectar(databaseUrl, { max: 2, applicationName: 'entrada-migrate' });
      try {
        await exigirResposta(sql);
        const feitas = await migrar(sql);
        process.stdout.write(feitas.length === 0 ? 'Nothing to do.\n' : feitas.map((m) => `applied ${m}\n`).join(''));
      } finally {
        await sql.end({ timeout: 5 });
      }
    });

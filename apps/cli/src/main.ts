import { runMain } from '@entrada/runtime';
import { criarPrograma } from './programa.ts';

await runMain(async () => {
  await criarPrograma().parseAsync();
});

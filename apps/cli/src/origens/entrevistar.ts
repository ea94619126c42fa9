import { randomBytes } from 'node:crypto';
import { type Conexao, conexaoDo, errosDaOrigem, NOMES_DOS_DIALETOS } from '@entrada/providers';
import { readConfig, StartError } from '@entrada/runtime';

/** Somebody who is asked. `perguntar` answers '' for a line without text, and null where there is nobody any more. */
export interface Entrevistado {
  perguntar(pergunta: string): Promise<string | null>;
  avisar(texto: string): void;
}

export interface Entrevista {
  /** Lines for the environment of receiver and workers, in the order in which they were asked for. */
  variaveis: [nome: string, valor: string][];
  origem: string;
  conexao: Conexao;
}

/**
 * Asks what a store needs to be connected: name, kind, secrets, API, and the settings that its kind usually needs. An answer that
 * cannot be right is said to be so, and asked for again.
 * @throws StartError where nobody answers any more
 */
export async function entrevistar(
  quem: Entrevistado,
  dados: { origem?: string; dialeto?: string } = {},
): Promise<Entrevista> {
  const origem = await insistir(quem, 'Name of the origem, as in /webhooks/<name>', dados.origem, nomeValido);
  const tipos = NOMES_DOS_DIALETOS.join(', ');
  const dialeto = await insistir(
    quem,
    `Kind of store (${tipos})`,
    dados.dialeto,
    (d) => conexaoDo(d) !== null || tipos,
  );
  const conexao = conexaoDo(dialeto);
  if (conexao === null) throw new StartError(`${dialeto} is no kind of store`);

  const variavel = (campo: string): string => `ORIGEM_${origem.toUpperCase()}_${campo}`;
  const variaveis: Entrevista['variaveis'] = [[variavel('DIALETO'), dialeto]];
  variaveis.push([variavel('SEGREDOS'), await perguntarSegredo(quem, conexao)]);
  for (const [campo, valor] of [...(await perguntarApi(quem, conexao)), ...(await perguntarOpcoes(quem, conexao))])
    variaveis.push([variavel(campo), valor]);
  readConfig(Object.fromEntries(variaveis), { errosDaOrigem });
  return { variaveis, origem, conexao };
}

async function perguntarSegredo(quem: Entrevistado, { segredo, segredoProprio }: Conexao): Promise<string> {
  const novo = segredoProprio ? '; nothing: a new one is made, to be registered there' : '';
  const dado = await insistir(quem, `Secret: ${segredo}${novo}`, undefined, (s) => {
    if (s === '') return segredoProprio || 'there has to be one';
    return s.split(',').every((parte) => parte.trim() !== '') || 'every comma separates two secrets';
  });
  return dado === '' ? randomBytes(24).toString('hex') : dado;
}

async function perguntarApi(quem: Entrevistado, { api }: Conexao): Promise<[string, string][]> {
  if (api === null) return [];
  const sem = api.indispensavel ? '' : '; nothing: what is missed stays missed';
  const endereco = await insistir(quem, `Address of its API, such as ${api.endereco}${sem}`, undefined, (u) => {
    if (u === '') return !api.indispensavel || 'its deliveries only say that an order changed: it has to be read';
    return (URL.canParse(u) && /^https?:\/\/[^<>]+$/.test(u)) || 'it must be a URL that starts with https://';
  });
  if (endereco === '') return [];
  const token = await insistir(
    quem,
    `Token: ${api.token}`,
    undefined,
    (t) => /^[\x21-\x7e]+$/.test(t) || 'it must be printable ASCII without spaces',
  );
  return [
    ['API_URL', endereco],
    ['API_TOKEN', token],
  ];
}

async function perguntarOpcoes(quem: Entrevistado, { opcoes }: Conexao): Promise<[string, string][]> {
  const dadas: [string, string][] = [];
  for (const { nome, pergunta } of opcoes) {
    const valor = await insistir(quem, `${nome}: ${pergunta}; nothing: as it is`, undefined, () => true);
    if (valor !== '') dadas.push([nome, valor]);
  }
  return dadas;
}

const nomeValido = (nome: string): true | string =>
  /^[a-z0-9_]{1,40}$/.test(nome) || 'it must have 1 to 40 characters out of a-z, 0-9 and _';

/** @param conferir true, or what is wrong with the answer */
async function insistir(
  quem: Entrevistado,
  pergunta: string,
  dado: string | undefined,
  conferir: (resposta: string) => true | string | boolean,
): Promise<string> {
  for (let resposta = dado; ; resposta = undefined) {
    const texto = (resposta ?? (await quem.perguntar(pergunta)))?.trim();
    if (texto === undefined) throw new StartError(`There was no answer to: ${pergunta}`);
    const certo = conferir(texto);
    if (certo === true) return texto;
    quem.avisar(typeof certo === 'string' ? certo : 'that cannot be');
  }
}

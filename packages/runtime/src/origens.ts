import type { Ambiente } from './config-valores.ts';

/** One configured store endpoint: ORIGEM_<NOME>_DIALETO and its companions. */
export interface OrigemConfig {
  /** In small letters; the endpoint is POST /webhooks/<nome>. */
  nome: string;
  dialeto: string;
  /** All of them are accepted, so that a store can change its secret without losing a delivery. */
  segredos: string[];
  /** null: the first event decides. */
  versao: 'instante' | 'sequencia' | null;
  apiUrl: string | null;
  apiToken: string | null;
  /** Every other ORIGEM_<NOME>_<X>, under X. Only the dialect knows what it means. */
  opcoes: Record<string, string>;
}

const PREFIXO = 'ORIGEM_';
const CONHECIDOS = ['DIALETO', 'SEGREDOS', 'VERSAO', 'API_URL', 'API_TOKEN'];

/**
 * Reads every ORIGEM_ variable. A name may contain `_`, so ORIGEM_LOJA_B_API_URL alone says little: the origens are those
 * that have a DIALETO, and a variable belongs to the longest of their names that it starts with.
 */
export function lerOrigens(env: Ambiente): { origens: OrigemConfig[]; erros: string[] } {
  const erros: string[] = [];
  const variaveis = Object.keys(env).filter((v) => v.startsWith(PREFIXO) && env[v] !== undefined);
  const nomes = variaveis
    .flatMap((v) => /^ORIGEM_(.+)_DIALETO$/.exec(v)?.[1] ?? [])
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

  const campos = new Map<string, Record<string, string>>(nomes.map((n) => [n, {}]));
  for (const variavel of variaveis) {
    const resto = variavel.slice(PREFIXO.length);
    const nome = nomes.find((n) => resto.startsWith(`${n}_`) && resto.length > n.length + 1);
    const dono = nome === undefined ? undefined : campos.get(nome);
    if (nome !== undefined && dono) dono[resto.slice(nome.length + 1)] = env[variavel] ?? '';
    else erros.push(semDialeto(variavel));
  }
  const origens = [...campos].map(([nome, valores]) => lerOrigem(nome, valores, erros));
  return { origens: origens.sort((a, b) => (a.nome < b.nome ? -1 : 1)), erros };
}

function lerOrigem(nome: string, valores: Record<string, string>, erros: string[]): OrigemConfig {
  const variavel = (campo: string): string => `${PREFIXO}${nome}_${campo}`;
  const { DIALETO = '', SEGREDOS, VERSAO = '', API_URL = '', API_TOKEN = '', ...opcoes } = valores;

  if (!/^[A-Z0-9_]{1,40}$/.test(nome))
    erros.push(`${variavel('DIALETO')}: the name of an origem has 1 to 40 characters out of A-Z, 0-9 and _`);
  if (DIALETO.trim() === '') erros.push(`${variavel('DIALETO')} is empty: name the store's dialect, for instance loja`);
  const segredos = (SEGREDOS ?? '').split(',').map((s) => s.trim());
  if (SEGREDOS === undefined)
    erros.push(`${variavel('SEGREDOS')} is missing: set it to the store's signing secret (several: comma separated)`);
  else if (segredos.includes(''))
    erros.push(`${variavel('SEGREDOS')} contains an empty secret: every comma separates two secrets`);
  if (VERSAO !== '' && VERSAO !== 'instante' && VERSAO !== 'sequencia')
    erros.push(`${variavel('VERSAO')} must be instante or sequencia, or unset to let the first event decide`);
  if (API_URL !== '' && !(URL.canParse(API_URL) && /^https?:$/.test(new URL(API_URL).protocol)))
    erros.push(`${variavel('API_URL')} must be a URL that starts with http:// or https://`);

  return {
    nome: nome.toLowerCase(),
    dialeto: DIALETO.trim(),
    segredos: segredos.filter((s) => s !== ''),
    versao: VERSAO === 'instante' || VERSAO === 'sequencia' ? VERSAO : null,
    apiUrl: API_URL === '' ? null : API_URL,
    apiToken: API_TOKEN === '' ? null : API_TOKEN,
    opcoes,
  };
}

function semDialeto(variavel: string): string {
  const campo = CONHECIDOS.find((c) => variavel.endsWith(`_${c}`) && variavel.length > PREFIXO.length + c.length + 1);
  const esperado = campo ? `${variavel.slice(0, -campo.length)}DIALETO` : `${PREFIXO}<NOME>_DIALETO`;
  return `${variavel} belongs to no origem: set ${esperado} to the store's dialect, or remove it`;
}

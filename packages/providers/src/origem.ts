import type { Criterio } from '@entrada/domain';
import type { OrigemConfig } from '@entrada/runtime';
import type { ClienteDaApi } from './api/contrato.ts';
import { nomearSegredo } from './assinatura.ts';
import type { CriarDialeto, Dialeto, Segredo } from './dialeto.ts';
import { criarLoja } from './loja/index.ts';
import { criarMercadoPago } from './mercado-pago/index.ts';
import { criarNuvemshop } from './nuvemshop/index.ts';
import { criarShopify } from './shopify/index.ts';
import { criarStandardWebhooks } from './standard-webhooks/index.ts';
import { criarStripe } from './stripe/index.ts';
import { criarVenddor } from './venddor/index.ts';
import { criarWoocommerce } from './woocommerce/index.ts';

/** One configured store endpoint, ready to receive. */
export interface Origem {
  nome: string;
  dialeto: Dialeto;
  segredos: readonly Segredo[];
  /** What orders this store's facts; null: its first event decides. */
  versao: Criterio | null;
  /** The store's API; null without ORIGEM_<NOME>_API_URL. */
  api: ClienteDaApi | null;
}

const DIALETOS: ReadonlyMap<string, CriarDialeto> = new Map([
  ['loja', criarLoja],
  ['venddor', criarVenddor],
  ['shopify', criarShopify],
  ['nuvemshop', criarNuvemshop],
  ['standard_webhooks', criarStandardWebhooks],
  ['stripe', criarStripe],
  ['woocommerce', criarWoocommerce],
  ['mercado_pago', criarMercadoPago],
]);

/** The kinds of store that there are, as ORIGEM_<NOME>_DIALETO names them. */
export const NOMES_DOS_DIALETOS: readonly string[] = [...DIALETOS.keys()];

/** @throws where `errosDaOrigem` finds something, and for an empty secret, under which anybody can sign */
export function criarOrigem(config: OrigemConfig): Origem {
  const feito = criarDialeto(config);
  if ('erros' in feito) throw new Error(feito.erros.join('; '));
  const falta = faltaDaApi(config, feito.dialeto);
  if (falta !== null) throw new Error(falta);
  if (config.segredos.length === 0 || config.segredos.includes(''))
    throw new Error(`${variavel(config, 'SEGREDOS')} must hold at least one secret, and no empty one`);
  return {
    nome: config.nome,
    dialeto: feito.dialeto,
    segredos: config.segredos.map(nomearSegredo),
    versao: feito.dialeto.criterio ?? config.versao,
    api: criarApi(config, feito.dialeto),
  };
}

/** All that the dialects find wrong with a configured origem: no such dialect, a bad option. Never quotes a value. */
export function errosDaOrigem(config: OrigemConfig): string[] {
  const feito = criarDialeto(config);
  if ('erros' in feito) return feito.erros;
  const falta = faltaDaApi(config, feito.dialeto);
  return falta === null ? [] : [falta];
}

/** Not asked where only the rules of a store are wanted: those are known without its API. */
function faltaDaApi(config: OrigemConfig, { nome, declaracao }: Dialeto): string | null {
  if (config.apiUrl !== null || (declaracao.corpo === 'cheio' && declaracao.assinatura === 'corpo')) return null;
  return `${variavel(config, 'API_URL')} is missing: the deliveries of ${nome} only say that an order changed`;
}

/** The dialect of an origem, or all that is wrong with its settings. */
export function criarDialeto(config: OrigemConfig): { dialeto: Dialeto } | { erros: string[] } {
  const criar = DIALETOS.get(config.dialeto);
  if (!criar) {
    const conhecidos = [...DIALETOS.keys()].join(', ');
    return { erros: [`${variavel(config, 'DIALETO')} must name a dialect; there are: ${conhecidos}`] };
  }
  const feito = criar(config.opcoes);
  const erros = [
    ...('erros' in feito ? feito.erros.map((e) => `${variavel(config, e.opcao)} ${e.motivo}`) : []),
    ...('dialeto' in feito ? errosDoConjunto(config, feito.dialeto) : []),
  ];
  return 'dialeto' in feito && erros.length === 0 ? feito : { erros };
}

function errosDoConjunto(config: OrigemConfig, { nome, criterio, criarApi, defeitoDoSegredo }: Dialeto): string[] {
  const defeitos = new Set(config.segredos.map((s) => defeitoDoSegredo?.(s) ?? null));
  const erros = [...defeitos].flatMap((d) => (d === null ? [] : [`a secret in ${variavel(config, 'SEGREDOS')} ${d}`]));
  if (criterio && config.versao && config.versao !== criterio)
    erros.push(`${variavel(config, 'VERSAO')} must be ${criterio} or unset: the events of ${nome} have nothing else`);
  if (config.apiUrl !== null && !criarApi)
    erros.push(`${variavel(config, 'API_URL')} is of no use: the dialect ${nome} reads no API`);
  if (config.apiToken !== null && !/^[\x21-\x7e]+$/.test(config.apiToken))
    erros.push(`${variavel(config, 'API_TOKEN')} must be printable ASCII without spaces, to fit a header`);
  return erros;
}

function criarApi({ apiUrl, apiToken }: OrigemConfig, dialeto: Dialeto): ClienteDaApi | null {
  return apiUrl === null ? null : (dialeto.criarApi?.({ apiUrl, apiToken }) ?? null);
}

const variavel = (config: OrigemConfig, campo: string): string => `ORIGEM_${config.nome.toUpperCase()}_${campo}`;

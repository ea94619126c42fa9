import type { UsuarioDoConsole } from '@entrada/runtime';

/** Keys under which stores keep who bought, where he lives and how he pays: whatever stands there is hidden from a leitor. */
const PESSOAIS =
  /name|nome|mail|phone|fone|celular|mobile|whatsapp|cpf|cnpj|document|tax_?id|birth|nasc|address|endere|street|rua|logradouro|zip|cep|postal|city|cidade|neighbo|bairro|card|cart|passw|senha|token|secret|^ip$|_ip$|latitude|longitude|customer|cliente|buyer|comprador|recipient|destinat|contact|contato|payer|pagador|billing|shipping_to/i;
/** What only looks like one of them. */
const INOCENTES = /^(event_?name|status_?name|product_?name|nome_?produto|sku_?name|cart_?id)$/i;
const EMAIL = /[^\s"'<>(),;:\\]+@[^\s"'<>(),;:\\]+/g;
const OCULTO = '•••';
const MAIOR_FUNDO = 64;

/** How this user sees personal data: an operador as it is, a leitor masked. */
export interface Visao {
  email(email: string): string;
  /** Any text in which an e-mail may stand. */
  texto(texto: string): string;
  /** JSON text. */
  payload(json: string): string;
}

export const visaoDe = (usuario: UsuarioDoConsole | null): Visao =>
  usuario?.papel === 'operador' ? INTEIRA : MASCARADA;

const INTEIRA: Visao = { email: (e) => e, texto: (t) => t, payload: (json) => json };

const MASCARADA: Visao = {
  email: mascararEmail,
  texto: (texto) => texto.replace(EMAIL, mascararEmail),
  payload: mascararPayload,
};

/** `ana@example.com` is `a•••@e•••.com`: enough to tell two customers apart, too little to write to one. */
function mascararEmail(email: string): string {
  const [caixa = '', dominio = ''] = email.split('@');
  const fim = dominio.includes('.') ? dominio.slice(dominio.lastIndexOf('.')) : '';
  return `${[...caixa][0] ?? ''}${OCULTO}@${[...dominio][0] ?? ''}${OCULTO}${fim}`;
}

/** A text that is no whole JSON cannot be judged by its keys, and is hidden as a whole. */
function mascararPayload(json: string): string {
  try {
    return JSON.stringify(mascarar(JSON.parse(json), 0));
  } catch {
    return JSON.stringify('oculto: grande demais para separar os dados pessoais');
  }
}

function mascarar(valor: unknown, fundo: number): unknown {
  if (fundo > MAIOR_FUNDO) return OCULTO;
  if (typeof valor === 'string') return valor.replace(EMAIL, mascararEmail);
  if (Array.isArray(valor)) return valor.map((v) => mascarar(v, fundo + 1));
  if (valor === null || typeof valor !== 'object') return valor;
  return Object.fromEntries(
    Object.entries(valor).map(([chave, v]) => [chave, pessoal(chave) ? ocultar(v, fundo) : mascarar(v, fundo + 1)]),
  );
}

const pessoal = (chave: string): boolean => PESSOAIS.test(chave) && !INOCENTES.test(chave);

/** What is hidden keeps its shape, so that a leitor still sees what a store sends and what it leaves out. */
function ocultar(valor: unknown, fundo: number): unknown {
  if (valor === null || fundo > MAIOR_FUNDO) return valor === null ? null : OCULTO;
  if (Array.isArray(valor)) return valor.map((v) => ocultar(v, fundo + 1));
  if (typeof valor !== 'object')
    return typeof valor === 'string' && valor.includes('@') ? mascararEmail(valor) : OCULTO;
  return Object.fromEntries(Object.entries(valor).map(([chave, v]) => [chave, ocultar(v, fundo + 1)]));
}

import type { DialetoDaLoja, Fala } from '@entrada/lojas';

/** What one attempt sends. */
export interface Embrulho {
  cabecalhos: Record<string, string>;
  corpo: string;
  /** What the store puts behind the registered address. */
  consulta?: Readonly<Record<string, string>>;
}

export function embrulhar(
  { cabecalhos, consulta = {} }: Fala,
  corpo: string,
  agora: Date,
  { dialeto, segredo, opcoes }: { dialeto: DialetoDaLoja; segredo: string; opcoes: Readonly<Record<string, string>> },
): Embrulho {
  const assinados = dialeto.assinar(corpo, segredo, opcoes, { agora, consulta });
  return { corpo, consulta, cabecalhos: { ...cabecalhos, ...assinados } };
}

/** The address of one attempt: the registered one, with what the store says behind it. */
export function enderecar(
  { consulta = {}, ...embrulho }: Embrulho,
  url: URL,
): Omit<Embrulho, 'consulta'> & { url: URL } {
  const endereco = new URL(url);
  for (const [nome, valor] of Object.entries(consulta)) endereco.searchParams.set(nome, valor);
  return { ...embrulho, url: endereco };
}

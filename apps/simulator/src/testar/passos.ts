import { SEM_AZARES } from '../entregas/azares.ts';
import { Carteiro, type Entrega, type Pacote, type Tentativa } from '../entregas/carteiro.ts';
import { embrulhar } from '../entregas/embrulhar.ts';
import { motivoInterno } from '../entregas/endereco.ts';
import { criarSorteio } from '../sorteio.ts';
import type { Achada } from './achar-origem.ts';
import { exemploDe } from './exemplos.ts';
import { abrirPorteiro } from './porteiro.ts';

export interface Passo {
  titulo: string;
  /** null: nothing was tried here. */
  certo: boolean | null;
  linhas: string[];
}

/** The five steps by which a store is connected, one after the other. */
export async function* passosDoTeste(achada: Achada, esperaMs: number): AsyncGenerator<Passo> {
  const { loja, receiverUrl, producao } = achada;
  const destino = new URL(`${receiverUrl.replace(/\/$/, '')}/webhooks/${loja.nome}`);
  const carteiro = new Carteiro({ sorteio: criarSorteio('teste'), azares: SEM_AZARES, paralelo: 1 });

  yield await eventoDeTeste(achada, carteiro, destino);
  yield exemploDeAssinatura(achada);
  if (producao) {
    const linhas = ['left out: NODE_ENV is production, and no failure is made there'];
    yield { titulo: 'a failed attempt and the next one', certo: null, linhas };
    yield { titulo: 'a manual retry', certo: null, linhas: ['left out, as it sends that event again'] };
  } else yield* falhaERepeticao(achada, carteiro, destino, esperaMs);
  yield await enderecoPublico(destino);
}

async function eventoDeTeste({ loja }: Achada, carteiro: Carteiro, destino: URL): Promise<Passo> {
  const { tentativas } = await carteiro.entregar({
    ...pacoteDeTeste(loja, destino),
    politica: { ...loja.dialeto.politica, tentativas: 1 },
  });
  const certo = resultadoDe(tentativas.at(-1)) === 'recebido';
  return {
    titulo: 'a test event',
    certo,
    linhas: [...tentativas.map(descrever), ...conselho(tentativas.at(-1), loja.nome)],
  };
}

function exemploDeAssinatura({ loja }: Achada): Passo {
  const exemplo = exemploDe(loja.dialeto.nome);
  if (!exemplo) return assinaturaDeAgora(loja);
  const { segredo, corpo, cabecalho, assinatura, evento_id } = exemplo;
  const nossa = loja.dialeto.assinar(corpo, segredo, {}, { agora: new Date(), consulta: {} })[cabecalho];
  return {
    titulo: 'the signature: sign these bytes with this secret, and compare',
    certo: nossa === assinatura,
    linhas: [`secret     ${segredo}`, `body       ${corpo}`, `signature  ${assinatura}`, `event      ${evento_id}`],
  };
}

/** Of a store that signs by its own rules nobody has to sign like it: this is to compare with what arrives. */
function assinaturaDeAgora({ dialeto, opcoes }: Achada['loja']): Passo {
  const corpo = dialeto.testar(Date.now()).corpo({ agora: new Date(), retry: false });
  const cabecalhos = Object.entries(
    dialeto.assinar(corpo, 'segredo-de-exemplo', opcoes, { agora: new Date(), consulta: {} }),
  );
  return {
    titulo: 'the signature, as this kind of store makes it',
    certo: null,
    linhas: [
      'secret     segredo-de-exemplo',
      `body       ${corpo}`,
      ...cabecalhos.map(([n, v]) => `header     ${n}: ${v}`),
    ],
  };
}

async function* falhaERepeticao(
  { loja }: Achada,
  carteiro: Carteiro,
  destino: URL,
  esperaMs: number,
): AsyncGenerator<Passo> {
  const porteiro = await abrirPorteiro(destino);
  try {
    const politica = { ...loja.dialeto.politica, esperasMs: [esperaMs] };
    const entrega = await carteiro.entregar({ ...pacoteDeTeste(loja, porteiro.url), politica });
    const [primeira, segunda] = entrega.tentativas;
    yield {
      titulo: 'a failed attempt and the next one: the receiver had it, the store was told 503',
      certo: primeira?.status === 503 && resultadoDe(segunda) === 'duplicado',
      linhas: entrega.tentativas.map(descrever),
    };
    yield await repeticaoManual(carteiro, entrega);
  } finally {
    await porteiro.fechar();
  }
}

async function repeticaoManual(carteiro: Carteiro, { id }: Entrega): Promise<Passo> {
  const ultima = (await carteiro.reenviar(id))?.tentativas.at(-1);
  return {
    titulo: 'a manual retry: the same event, and so nothing new',
    certo: resultadoDe(ultima) === 'duplicado',
    linhas: ultima ? [descrever(ultima)] : [],
  };
}

async function enderecoPublico(destino: URL): Promise<Passo> {
  const motivo = await motivoInterno(destino);
  const titulo = 'the address that the store registers';
  if (motivo === null) return { titulo, certo: true, linhas: [`${destino.href} can be registered`] };
  return {
    titulo,
    certo: null,
    linhas: [
      `${destino.href} cannot be registered: ${motivo}`,
      'On a development machine put a tunnel in front of it, for instance',
      `  cloudflared tunnel --url ${destino.origin}`,
      `and register https://<what it prints>${destino.pathname}; its address changes with each start.`,
    ],
  };
}

function pacoteDeTeste({ nome, dialeto, segredo, opcoes }: Achada['loja'], destino: URL): Pacote {
  const fala = dialeto.testar(Date.now());
  const { evento_id, tipo, pedido } = fala;
  return {
    origem: nome,
    evento_id,
    tipo,
    pedido,
    politica: dialeto.politica,
    destino: () => destino,
    montar: (vez) => {
      const corpo = fala.corpo(vez);
      return embrulhar(fala, corpo, vez.agora, { dialeto, segredo, opcoes });
    },
    aoReconhecer: () => undefined,
  };
}

function descrever({ attempt, retry, status, erro, resposta, ms }: Tentativa): string {
  const texto = resposta.replace(/\p{Cc}+/gu, ' ').slice(0, 200);
  return `attempt ${attempt}${retry ? ' (retry)' : ''}: ${status ?? erro} in ${ms} ms  ${texto}`.trimEnd();
}

function conselho(tentativa: Tentativa | undefined, origem: string): string[] {
  if (tentativa?.status === 401) return ['The secret here is not the one of the receiver.'];
  if (tentativa?.status === 404) return [`The receiver knows no origem ${origem}.`];
  return tentativa?.status === null ? ['Is the receiver running? --receiver-url says where.'] : [];
}

function resultadoDe(tentativa: Tentativa | undefined): string | null {
  if (tentativa?.status !== 200) return null;
  return /"resultado"\s*:\s*"([a-z]+)"/.exec(tentativa.resposta)?.[1] ?? null;
}

import {
  aplicarFatos,
  type Criterio,
  dadosDoEstado,
  type EfeitoNascido,
  type Estado,
  type FatoConhecido,
  juntarMarcas,
  type MarcasDitas,
  marcasDoPedido,
  motivoDeLeitura,
  NADA_DITO,
  NENHUM_NASCIDO,
  type Regras,
  separarFatos,
} from '@entrada/domain';
import type { ClienteDaApi } from '../api/contrato.ts';
import { fatoDaApi } from '../api/fato-da-api.ts';
import type { Dialeto, Entrega, Segredo } from '../dialeto.ts';
import { type EventoGuardado, lerEvento } from '../ler-evento.ts';

interface PedidoAqui {
  atual: Estado | null;
  historia: FatoConhecido[];
  efeitos: EfeitoNascido[];
  ditas: MarcasDitas;
}

/**
 * Everything behind the receiver, without its processes and tables: an inbox with the keys of the dialect, the fold, the
 * wishes to read. What it does with a delivery is what the receiver and the worker do.
 */
export class EntradaDeTeste {
  readonly pedidos = new Map<string, PedidoAqui>();
  readonly #dialeto: Dialeto;
  readonly #segredos: readonly Segredo[];
  readonly #api: ClienteDaApi | null;
  readonly #regras: Regras;
  readonly #criterio: Criterio;
  readonly #caixa = new Map<string, EventoGuardado & { pendente: boolean }>();
  readonly #consultas = new Set<string>();

  constructor(dialeto: Dialeto, segredos: readonly Segredo[], api: ClienteDaApi | null) {
    this.#dialeto = dialeto;
    this.#segredos = segredos;
    this.#api = api;
    this.#criterio = dialeto.criterio ?? 'instante';
    this.#regras = { ...dialeto.regras, criterio: this.#criterio };
  }

  /** @throws where the delivery is refused, or waits in quarantine: no store that is played here sends such a thing */
  receber(entrega: Entrega, agora: number): void {
    const autenticacao = this.#dialeto.autenticar(entrega, this.#segredos, agora);
    if ('recusado' in autenticacao) throw new Error(autenticacao.recusado);
    const identidade = this.#dialeto.identificar(entrega);
    if ('quarentena' in identidade) throw new Error(identidade.quarentena);
    if (identidade.resultado !== null) return;
    const { tipo, recurso_id, payload } = identidade;
    const evento_id = 'repetivel' in identidade ? this.#numerar(identidade.evento_id) : identidade.evento_id;
    this.#guardar({ evento_id, tipo, recurso_id, payload, fonte: 'webhook', recebido_em: new Date(agora) });
  }

  /** Applies what is pending, order by order, and reads what is to be read, until nothing is left to do. */
  async trabalhar(agora: number): Promise<void> {
    for (let ha = true; ha; ) {
      for (const recurso_id of new Set(this.#pendentes().map((e) => e.recurso_id))) this.#aplicar(recurso_id);
      ha = await this.#ler(agora);
    }
  }

  async reconciliar(desde: Date, agora: number): Promise<void> {
    for (let pagina: string | null = null; this.#api; ) {
      const lista = await this.#api.listar({ desde, pagina });
      if (lista.tipo === 'falha') throw new Error(lista.motivo);
      for (const pedido of lista.pedidos) {
        if (!('leitura' in pedido)) throw new Error(pedido.motivo);
        this.#guardarLeitura(fatoDaApi(pedido, 'loja', this.#criterio), agora);
      }
      pagina = lista.proxima;
      if (pagina === null) break;
    }
    await this.trabalhar(agora);
  }

  /** An order as people see it. */
  ver(recurso_id: string) {
    const pedido = this.pedidos.get(recurso_id);
    if (!pedido?.atual) return null;
    return {
      status: pedido.atual.status,
      ...dadosDoEstado(pedido.atual),
      foi_enviado: pedido.atual.foi_enviado,
      marcas: marcasDoPedido(pedido.ditas, pedido.atual),
    };
  }

  #numerar(chave: string): string {
    const irmaos = [...this.#caixa.keys()].filter((id) => id.startsWith(`${chave}#`));
    const ultimo = irmaos.at(-1);
    return ultimo && this.#caixa.get(ultimo)?.pendente ? ultimo : `${chave}#${irmaos.length + 1}`;
  }

  #guardar(evento: EventoGuardado): void {
    if (!this.#caixa.has(evento.evento_id)) this.#caixa.set(evento.evento_id, { ...evento, pendente: true });
  }

  #guardarLeitura({ evento_id, tipo, recurso_id, payload }: ReturnType<typeof fatoDaApi>, agora: number): void {
    this.#guardar({ evento_id, tipo, recurso_id, payload, fonte: 'api', recebido_em: new Date(agora) });
  }

  #pendentes(): EventoGuardado[] {
    return [...this.#caixa.values()].filter((e) => e.pendente);
  }

  #aplicar(recurso_id: string): void {
    const pedido = this.pedidos.get(recurso_id) ?? { atual: null, historia: [], efeitos: [], ditas: NADA_DITO };
    this.pedidos.set(recurso_id, pedido);
    const eventos = this.#pendentes().filter((e) => e.recurso_id === recurso_id);
    const { comFato, semFato } = separarFatos(
      eventos.map((e) => lerEvento(e, this.#dialeto)),
      this.#criterio,
    );
    for (const { resultado, erro } of semFato) if (resultado === 'invalido') throw new Error(erro ?? 'invalid');
    for (const { marcas } of [...comFato, ...semFato]) if (marcas) pedido.ditas = juntarMarcas(pedido.ditas, marcas);
    if (semFato.some((e) => e.resultado === 'gatilho')) this.#consultas.add(recurso_id);
    if (comFato.length > 0) this.#dobrar(recurso_id, pedido, comFato);
    for (const { evento_id } of eventos) this.#caixa.get(evento_id)!.pendente = false;
  }

  #dobrar(recurso_id: string, pedido: PedidoAqui, comFato: ReturnType<typeof separarFatos>['comFato']): void {
    const { atual, historia } = pedido;
    const nascidos = { ...NENHUM_NASCIDO };
    for (const { efeito } of pedido.efeitos) nascidos[efeito] += 1;
    const fatos = comFato.map((e) => e.fato);
    const aplicacao = aplicarFatos({ atual, historia, base: null, nascidos }, fatos, this.#regras);
    const resultadoDe = new Map(aplicacao.passos.map((p) => [p.fato.evento_id, p.resultado]));
    pedido.historia = [...historia, ...fatos.map((f): FatoConhecido => ({ ...f, resultado: 'aplicado' }))].map((f) => ({
      ...f,
      resultado: resultadoDe.get(f.evento_id) ?? f.resultado,
    }));
    pedido.atual = aplicacao.estado;
    pedido.efeitos.push(...aplicacao.efeitos);
    const antesDe = new Map(comFato.flatMap((e) => (e.antes ? [[e.fato.evento_id, e.antes] as const] : [])));
    if (motivoDeLeitura(aplicacao, antesDe, this.#regras) !== null) this.#consultas.add(recurso_id);
  }

  /** @returns whether something was read */
  async #ler(agora: number): Promise<boolean> {
    const consultas = [...this.#consultas];
    this.#consultas.clear();
    if (this.#api === null) return false;
    for (const recurso_id of consultas) {
      const resposta = await this.#api.lerPedido(recurso_id);
      if (resposta.tipo === 'falha') throw new Error(resposta.motivo);
      if (resposta.tipo === 'lido') this.#guardarLeitura(fatoDaApi(resposta.pedido, 'loja', this.#criterio), agora);
    }
    return consultas.length > 0;
  }
}

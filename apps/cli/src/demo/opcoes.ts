export interface OpcoesDaDemo {
  /** Orders of all stores together. */
  pedidos: number;
  semente: string;
  /** The kinds of store that are played, each one once: an origem of that name. */
  lojas: readonly string[];
  /** In which all orders begin. */
  duracaoMs: number;
  /** The stores' APIs are off: what no webhook tells stays unknown. */
  semApi: boolean;
  /** One worker is killed half way. */
  matarWorker: boolean;
  /** Everything goes on running after the audit. */
  keep: boolean;
}

export interface OpcoesDaDemo {
  /** Orders of both stores together. */
  pedidos: number;
  semente: string;
  /** In which all orders begin. */
  duracaoMs: number;
  /** The stores' APIs are off: what no webhook tells stays unknown. */
  semApi: boolean;
  /** One worker is killed half way. */
  matarWorker: boolean;
  /** Everything goes on running after the audit. */
  keep: boolean;
}

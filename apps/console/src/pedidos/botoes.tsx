import { Confirmar } from '../paginas/confirmar.tsx';

/** What an operador may do with an order. */
export const Botoes = ({ endereco, csrf }: { endereco: string; csrf: string }) => (
  <section class="acoes" aria-label="Ações">
    <Confirmar
      nome="Reprocessar pedido"
      efeito="O worker retoma agora os eventos pendentes e os inválidos deste pedido."
      action={`${endereco}/reprocessar`}
      csrf={csrf}
    />
    <Confirmar
      nome="Ler na API da loja"
      efeito="O worker pergunta à loja em que estado o pedido está. A resposta entra como um fato a mais."
      action={`${endereco}/consultar`}
      csrf={csrf}
    />
    <a href={`${endereco}/replay`}>Reler os eventos…</a>
  </section>
);

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
  </section>
);

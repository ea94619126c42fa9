/** One field for whatever an operator has at hand. */
export const Busca = ({ procurado }: { procurado: string }) => (
  <form class="busca" action="/pedidos">
    <label for="q">Número do pedido, número do evento ou e-mail do cliente</label>
    <input id="q" name="q" type="search" value={procurado} maxlength={512} autocomplete="off" />
    <button type="submit">Buscar</button>
  </form>
);

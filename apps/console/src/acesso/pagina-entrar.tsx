export const PaginaEntrar = ({ destino, nome, erro }: { destino: string; nome: string; erro: string | null }) => (
  <form method="post" action="/entrar" class="cartao">
    {erro !== null && (
      <p class="erro" role="alert">
        {erro}
      </p>
    )}
    <input type="hidden" name="destino" value={destino} />
    <label for="usuario">Usuário</label>
    <input id="usuario" name="usuario" value={nome} autocomplete="username" required maxlength={100} />
    <label for="senha">Senha</label>
    <input id="senha" name="senha" type="password" autocomplete="current-password" required maxlength={1000} />
    <button type="submit">Entrar</button>
  </form>
);

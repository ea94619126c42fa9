export const Aviso = ({ texto }: { texto: string | null }) =>
  texto === null ? null : (
    <p class="aviso" role="status">
      {texto}
    </p>
  );

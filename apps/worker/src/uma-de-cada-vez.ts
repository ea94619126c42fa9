/** Several metrics of one page share a statement, and a page that is asked for meanwhile shares it too. */
export function umaDeCadaVez<T>(ler: () => Promise<T>): () => Promise<T> {
  let emCurso: Promise<T> | undefined;
  return () => {
    emCurso ??= ler().finally(() => {
      emCurso = undefined;
    });
    return emCurso;
  };
}

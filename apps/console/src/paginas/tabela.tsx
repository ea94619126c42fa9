import type { Child } from './moldura.tsx';
import { Rolavel } from './rolavel.tsx';

interface Props {
  titulo: string;
  /** Said instead of a table without rows. */
  vazia: string;
  colunas: readonly string[];
  linhas: readonly (readonly Child[])[];
}

export const Tabela = ({ titulo, vazia, colunas, linhas }: Props) => (
  <div>
    <h2>{titulo}</h2>
    {linhas.length === 0 ? (
      <p class="fraco">{vazia}</p>
    ) : (
      <Rolavel nome={`Tabela: ${titulo}`} classe="tabela">
        <table>
          <thead>
            <tr>
              {colunas.map((c) => (
                <th scope="col">{c}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linhas.map((linha) => (
              <tr>
                {linha.map((celula) => (
                  <td>{celula}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Rolavel>
    )}
  </div>
);

import { muda, type Releitura } from '@entrada/db';
import { Tabela } from '../paginas/tabela.tsx';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { CAUSAS, reais } from './palavras.ts';

interface Props {
  releitura: Releitura | 'sem_leitor' | 'sem_eventos';
  endereco: string;
  /** null for who may only look. */
  csrf: string | null;
  visao: Visao;
}

/** What reading an order's events anew would do, exactly, before it is done. */
export const PaginaDoReplay = ({ releitura: r, endereco, csrf, visao }: Props) => (
  <>
    <p>
      Os eventos guardados são lidos de novo com as regras desta versão. Um efeito que o ERP confirmou nunca é enviado
      outra vez. <a href={endereco}>Voltar ao pedido</a>
    </p>
    {r === 'sem_leitor' && <p role="status">Esta versão não conhece o dialeto desta origem: nada pode ser relido.</p>}
    {r === 'sem_eventos' && <p role="status">Não há eventos encerrados a reler.</p>}
    {typeof r === 'object' && <Diferenca r={r} visao={visao} />}
    {typeof r === 'object' && muda(r) && r.recusa === null && csrf !== null && (
      <form method="post" action={`${endereco}/replay`}>
        <input type="hidden" name="_csrf" value={csrf} />
        <button type="submit">Confirmar: reler os eventos</button>
      </form>
    )}
  </>
);

const Diferenca = ({ r, visao }: { r: Releitura; visao: Visao }) => {
  if (r.recusa !== null) return <p role="status">Nada seria feito: nenhum dos eventos continuaria a ser um fato.</p>;
  if (!muda(r)) return <p role="status">Nada mudaria: os eventos dizem hoje o mesmo que antes ({r.lidos} lidos).</p>;
  const email = (e: string | null | undefined) => (e ? visao.email(visivel(e)) : 'não informado');
  return (
    <>
      <Tabela
        titulo="O pedido"
        vazia=""
        colunas={['Campo', 'Antes', 'Depois']}
        linhas={[
          ['Estado', r.antes?.status ?? 'nenhum', r.depois?.status ?? 'nenhum'],
          ['Total', reais(r.antes?.total_centavos ?? null), reais(r.depois?.total_centavos ?? null)],
          ['E-mail', email(r.antes?.cliente_email), email(r.depois?.cliente_email)],
        ]}
      />
      <Tabela
        titulo="Os eventos"
        vazia=""
        colunas={['Evento', 'Antes', 'Depois']}
        linhas={r.eventos.map((e) => [
          <code>{visivel(e.evento_id)}</code>,
          e.antes ?? 'nenhum',
          <>
            {e.depois}
            {e.erro !== null && <span class="erro linha">{visao.texto(visivel(e.erro))}</span>}
          </>,
        ])}
      />
      <Tabela
        titulo="Transições que nasceriam"
        vazia="Nenhuma."
        colunas={['De', 'Para', 'Causa']}
        linhas={r.transicoes.map((t) => [t.de ?? '(novo)', t.para, CAUSAS[t.causa]])}
      />
      <Tabela
        titulo="Efeitos que nasceriam"
        vazia="Nenhum."
        colunas={['Efeito', 'Ocorrência']}
        linhas={r.efeitos.map((e) => [e.efeito, e.ocorrencia])}
      />
    </>
  );
};

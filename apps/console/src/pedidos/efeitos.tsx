import type { EfeitoGravado } from '@entrada/db';
import { Instante } from '../paginas/instante.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { situacaoDoEfeito } from './palavras.ts';

export const Efeitos = ({ efeitos, visao }: { efeitos: readonly EfeitoGravado[]; visao: Visao }) => (
  <Tabela
    titulo="Efeitos para o ERP"
    vazia="Nenhum."
    colunas={['Efeito', 'Situação', 'Tentativas', 'Nasceu em', 'Por causa de']}
    linhas={efeitos.map((e) => [
      e.ocorrencia === 1 ? e.efeito : `${e.efeito} (${e.ocorrencia}ª vez)`,
      <>
        {situacaoDoEfeito(e)} <Instante em={e.enviado_em ?? e.falhou_em ?? e.anulado_em} />
        {e.ultimo_erro !== null && <span class="erro linha">{visao.texto(visivel(e.ultimo_erro))}</span>}
        {e.proxima_tentativa_em !== null && (
          <span class="fraco linha">
            próxima tentativa depois de <Instante em={e.proxima_tentativa_em} />
          </span>
        )}
      </>,
      e.tentativas,
      <Instante em={e.criado_em} />,
      <code>{visivel(e.evento_id)}</code>,
    ])}
  />
);

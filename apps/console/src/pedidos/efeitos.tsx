import type { EfeitoGravado } from '@entrada/db';
import { Confirmar } from '../paginas/confirmar.tsx';
import { Instante } from '../paginas/instante.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { situacaoDoEfeito } from './palavras.ts';

interface Props {
  efeitos: readonly EfeitoGravado[];
  visao: Visao;
  /** Address of the order. */
  endereco: string;
  /** null for who may only look. */
  csrf: string | null;
}

export const Efeitos = ({ efeitos, visao, endereco, csrf }: Props) => (
  <Tabela
    titulo="Efeitos para o ERP"
    vazia="Nenhum."
    colunas={['Efeito', 'Situação', 'Tentativas', 'Nasceu em', 'Por causa de']}
    linhas={efeitos.map((e) => [
      e.ocorrencia === 1 ? e.efeito : `${e.efeito} (${e.ocorrencia}ª vez)`,
      <>
        {situacaoDoEfeito(e)} <Instante em={e.enviado_em ?? e.descartado_em ?? e.falhou_em ?? e.anulado_em} />
        {e.ultimo_erro !== null && <span class="erro linha">{visao.texto(visivel(e.ultimo_erro))}</span>}
        {e.proxima_tentativa_em !== null && (
          <span class="fraco linha">
            próxima tentativa depois de <Instante em={e.proxima_tentativa_em} />
          </span>
        )}
        {csrf !== null && e.falhou_em !== null && e.descartado_em === null && (
          <Conserto endereco={`${endereco}/efeitos/${e.efeito}/${e.ocorrencia}`} csrf={csrf} />
        )}
      </>,
      e.tentativas,
      <Instante em={e.criado_em} />,
      <code>{visivel(e.evento_id)}</code>,
    ])}
  />
);

const Conserto = ({ endereco, csrf }: { endereco: string; csrf: string }) => (
  <div class="acoes">
    <Confirmar
      nome="Reenviar"
      efeito="O efeito vai de novo ao ERP, com a mesma chave e o mesmo corpo, por mais um dia no máximo."
      action={`${endereco}/reenviar`}
      csrf={csrf}
    />
    <Confirmar
      nome="Encerrar sem envio"
      efeito="O efeito nunca será enviado: alguém já avisou o ERP de outro modo."
      action={`${endereco}/descartar`}
      csrf={csrf}
    />
  </div>
);

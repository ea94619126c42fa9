import type { EfeitoNaSaida } from '@entrada/db';
import { Idade, Instante } from '../paginas/instante.tsx';
import { comLugar, Seguinte } from '../paginas/seguinte.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { enderecoDoPedido } from '../pedidos/endereco.ts';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';

interface Props {
  falhos: readonly EfeitoNaSaida[];
  pendentes: readonly EfeitoNaSaida[];
  limite: number;
  visao: Visao;
}

export const PaginaDaSaida = ({ falhos, pendentes, limite, visao }: Props) => {
  const falho = falhos.length === limite ? falhos.at(-1) : undefined;
  const pendente = pendentes.length === limite ? pendentes.at(-1) : undefined;
  const pedido = (e: EfeitoNaSaida) => <a href={enderecoDoPedido(e)}>{visivel(e.recurso_id)}</a>;
  const nome = (e: EfeitoNaSaida) => (e.ocorrencia === 1 ? e.efeito : `${e.efeito} (${e.ocorrencia}ª vez)`);
  const erro = (e: EfeitoNaSaida) =>
    e.ultimo_erro !== null && <span class="erro linha">{visao.texto(visivel(e.ultimo_erro))}</span>;
  return (
    <>
      <p>Efeitos que o ERP ainda não confirmou. Para reenviar ou encerrar um que falhou, abra o pedido.</p>
      <Tabela
        titulo="Falharam"
        vazia="Nenhum efeito falhou."
        colunas={['Pedido', 'Origem', 'Efeito', 'Falhou em', 'Tentativas', 'Resposta']}
        linhas={falhos.map((e) => [pedido(e), e.origem, nome(e), <Instante em={e.falhou_em} />, e.tentativas, erro(e)])}
      />
      <Seguinte href={comLugar('/saida', falho ? { antes: String(falho.seq) } : null)} />
      <Tabela
        titulo="A enviar"
        vazia="Nenhum efeito espera."
        colunas={['Pedido', 'Origem', 'Efeito', 'Espera há', 'Tentativas', 'Próxima tentativa']}
        linhas={pendentes.map((e) => [
          pedido(e),
          e.origem,
          nome(e),
          <Idade desde={e.criado_em} />,
          e.tentativas,
          <>
            <Instante em={e.proxima_tentativa_em} />
            {erro(e)}
          </>,
        ])}
      />
      <Seguinte
        href={comLugar(
          '/saida',
          pendente ? { origem: pendente.origem, pedido: pendente.recurso_id, seq: String(pendente.seq) } : null,
        )}
      />
    </>
  );
};

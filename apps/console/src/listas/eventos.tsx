import type { EventoInvalido, PedidoPendente } from '@entrada/db';
import { Idade, Instante } from '../paginas/instante.tsx';
import { comLugar, Seguinte } from '../paginas/seguinte.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { enderecoDoPedido } from '../pedidos/endereco.ts';
import type { Visao } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';

interface DosPendentes {
  pedidos: readonly PedidoPendente[];
  cheia: boolean;
  visao: Visao;
}

export const PaginaDosPendentes = ({ pedidos, cheia, visao }: DosPendentes) => {
  const ultimo = cheia ? pedidos.at(-1) : undefined;
  return (
    <>
      <p>Eventos recebidos que ainda não foram aplicados, por pedido. Em geral esperam milissegundos.</p>
      <Tabela
        titulo="Pedidos"
        vazia="Nada está pendente."
        colunas={['Pedido', 'Origem', 'Eventos', 'O mais antigo', 'Por quê']}
        linhas={pedidos.map((p) => [
          <a href={enderecoDoPedido(p)}>{visivel(p.recurso_id)}</a>,
          p.origem,
          p.eventos,
          <Idade desde={p.mais_antigo_em} />,
          p.erro === null ? (
            'à espera do worker'
          ) : (
            <>
              <span class="erro">{visao.texto(visivel(p.erro))}</span>
              <span class="fraco linha">
                {p.tentativas} {p.tentativas === 1 ? 'tentativa' : 'tentativas'}; a próxima depois de{' '}
                <Instante em={p.proxima_tentativa_em} />
              </span>
            </>
          ),
        ])}
      />
      <Seguinte href={comLugar('/pendentes', ultimo ? { origem: ultimo.origem, pedido: ultimo.recurso_id } : null)} />
    </>
  );
};

interface DosInvalidos {
  eventos: readonly EventoInvalido[];
  cheia: boolean;
  visao: Visao;
}

export const PaginaDosInvalidos = ({ eventos, cheia, visao }: DosInvalidos) => {
  const ultimo = cheia ? eventos.at(-1) : undefined;
  const lugar = ultimo ? { lugar: ultimo.lugar, origem: ultimo.origem, evento: ultimo.evento_id } : null;
  return (
    <>
      <p>
        Eventos que não puderam ser entendidos. Corrigida a causa, abra o pedido e use "Reprocessar pedido" ou "Reler os
        eventos".
      </p>
      <Tabela
        titulo="Os mais novos primeiro"
        vazia="Nenhum evento é inválido."
        colunas={['Chegou', 'Pedido', 'Origem', 'Tipo', 'Por quê']}
        linhas={eventos.map((e) => [
          <Instante em={e.recebido_em} />,
          <a href={enderecoDoPedido(e)}>{visivel(e.recurso_id)}</a>,
          e.origem,
          <code>{visivel(e.tipo)}</code>,
          <span class="erro">{visao.texto(visivel(e.erro))}</span>,
        ])}
      />
      <Seguinte href={comLugar('/invalidos', lugar)} />
    </>
  );
};

import type { EntregaInteira } from '@entrada/db';
import { Confirmar } from '../paginas/confirmar.tsx';
import { Instante } from '../paginas/instante.tsx';
import { Bloco } from '../paginas/rolavel.tsx';
import { despejo } from '../texto/despejo.ts';
import { visivel } from '../texto/visivel.ts';

interface Props {
  entrega: EntregaInteira;
  /** null where nothing may be done. */
  csrf: string | null;
  /** Nobody can tell what in these bytes is somebody's: a leitor does not see them. */
  escondida: boolean;
}

export const PaginaDaEntrega = ({ entrega: e, csrf, escondida }: Props) => (
  <>
    <dl class="estado">
      <dt>Origem</dt>
      <dd>{e.origem}</dd>
      <dt>Recebida em</dt>
      <dd>
        <Instante em={e.recebida_em} />
      </dd>
      <dt>Motivo</dt>
      <dd>{visivel(e.motivo)}</dd>
      <dt>Segredo</dt>
      <dd>
        <code>{e.segredo_nome ?? 'nenhum'}</code>
      </dd>
      <dt>Situação</dt>
      <dd>
        {e.resolvida_em ? (
          <>
            resolvida em <Instante em={e.resolvida_em} />
          </>
        ) : (
          'aberta'
        )}
      </dd>
    </dl>
    {csrf !== null && (
      <section class="acoes" aria-label="Ações">
        <Confirmar
          nome="Tirar da quarentena"
          efeito="A entrega é lida de novo, com as regras desta versão. Se for um evento, o worker o aplica; se não, continua aqui."
          action={`/quarentena/${e.id}/liberar`}
          csrf={csrf}
        />
        <Confirmar
          nome="Jogar fora"
          efeito="A entrega é apagada para sempre."
          action={`/quarentena/${e.id}/descartar`}
          csrf={csrf}
        />
      </section>
    )}
    <h2>Cabeçalhos</h2>
    <Bloco nome="Cabeçalhos">
      {Object.entries(e.cabecalhos)
        .map(([nome, valor]) => visivel(`${nome}: ${valor}`))
        .join('\n')}
    </Bloco>
    <h2>Corpo ({e.bytes.toLocaleString('pt-BR')} bytes)</h2>
    {escondida ? (
      <p class="fraco">Só um operador vê os bytes: não se sabe separar neles os dados pessoais.</p>
    ) : (
      <>
        {e.bytes > e.corpo.length && <p class="fraco">Só o começo: {e.corpo.length.toLocaleString('pt-BR')} bytes.</p>}
        <h3>Como texto</h3>
        <Bloco nome="Corpo como texto">{visivel(e.corpo.toString('utf8'))}</Bloco>
        <h3>Em hexadecimal</h3>
        <Bloco nome="Corpo em hexadecimal">{despejo(e.corpo)}</Bloco>
      </>
    )}
  </>
);

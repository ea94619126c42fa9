import type { NovaQuarentena, NovoEvento } from '@entrada/db';
import type { Entrega, Origem, Saudacao } from '@entrada/providers';
import { cabecalhosGuardados } from './cabecalhos.ts';
import type { Guardado } from './caixa.ts';
import type { Prazo } from './prazo.ts';

export interface Deps {
  guardar(evento: NovoEvento, prazo: Prazo): Promise<Guardado>;
  quarentenar(entrega: NovaQuarentena): Promise<unknown>;
}

/** What is answered to an authentic delivery, with 200. */
type Resposta =
  | { resultado: 'recebido' | 'duplicado'; evento_id: string }
  | { resultado: 'quarentena'; motivo: string };

/** `privacidade`: what is asked about somebody's personal data, where that is what the delivery is. */
export type Desfecho =
  | { tipo: 'saudado'; saudacao: Saudacao }
  | { tipo: 'guardado'; resposta: Resposta; privacidade?: string }
  | { tipo: 'recusado'; motivo: string };

/**
 * handshake, or authenticate -> identify -> inbox. Resolves with 200's answer only once the event, or its bytes in quarantine, are
 * committed.
 * @throws where the database could not take it now
 */
export async function receber(deps: Deps, origem: Origem, entrega: Entrega, prazo: Prazo): Promise<Desfecho> {
  const saudacao = origem.dialeto.saudar?.(entrega) ?? null;
  if (saudacao !== null) return { tipo: 'saudado', saudacao };
  const autenticacao = origem.dialeto.autenticar(entrega, origem.segredos, Date.now());
  if ('recusado' in autenticacao) return { tipo: 'recusado', motivo: autenticacao.recusado };
  const { segredo_nome } = autenticacao;

  const quarentenar = async (motivo: string): Promise<Desfecho> => {
    const cabecalhos = cabecalhosGuardados(entrega.cabecalhos);
    await deps.quarentenar({ origem: origem.nome, corpo: entrega.corpo, cabecalhos, motivo, segredo_nome });
    return { tipo: 'guardado', resposta: { resultado: 'quarentena', motivo } };
  };

  const identidade = origem.dialeto.identificar(entrega);
  if ('quarentena' in identidade) return quarentenar(identidade.quarentena);

  const guardado = await deps.guardar(
    { ...identidade, origem: origem.nome, fonte: 'webhook', corpo: entrega.corpo, segredo_nome },
    prazo,
  );
  if ('impossivel' in guardado) return quarentenar(guardado.impossivel);
  const resposta = { resultado: guardado.situacao, evento_id: guardado.evento_id };
  return {
    tipo: 'guardado',
    resposta,
    ...(identidade.resultado === 'privacidade' && { privacidade: identidade.tipo }),
  };
}

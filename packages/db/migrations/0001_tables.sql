-- Text that is compared, sorted or locked on is COLLATE "C": the order of code units, which is the domain's order too,
-- the same on every machine and after every upgrade of the operating system.
-- Versions and amounts are at most 2^53 - 1: beyond that a JavaScript number would change them silently.

create table webhook_eventos (
  origem               text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  evento_id            text collate "C" not null,
  recurso_id           text collate "C",
  tipo                 text        not null,
  fonte                text        not null,
  payload              jsonb       not null,
  corpo                bytea,
  segredo_nome         text,
  recebido_em          timestamptz not null default now(),
  duplicatas           integer     not null default 0,
  tentativas           integer     not null default 0,
  proxima_tentativa_em timestamptz,
  aplicado_em          timestamptz,
  resultado            text,
  erro                 text,
  status               text,
  versao               bigint,
  ocorreu_em           timestamptz,
  dados                jsonb,
  corrigido_por        text collate "C",
  primary key (origem, evento_id),

  constraint fonte_conhecida check (fonte in ('webhook', 'api', 'poda')),
  constraint resultado_conhecido check (
    resultado in ('aplicado', 'evento_antigo', 'regressao_de_terminal', 'tipo_ignorado', 'teste', 'invalido')),
  constraint status_conhecido check (status in ('criado', 'pago', 'enviado', 'cancelado', 'reembolsado')),

  -- What a store sends is at most 512 bytes. Our own ids hold an order's id and more; a B-tree entry takes 2,704.
  constraint evento_id_cabe check (octet_length(evento_id) between 1 and case fonte when 'webhook' then 512 else 640 end),
  constraint recurso_id_cabe check (octet_length(recurso_id) between 1 and 512),
  -- Each source has a namespace of its own, so that no store can forge a reading of ours.
  constraint evento_id_da_fonte check (
    (fonte = 'api') = (evento_id like 'api:%') and (fonte = 'poda') = (evento_id like 'poda:%')),

  constraint so_teste_e_ignorado_sem_recurso check (
    recurso_id is not null or coalesce(resultado in ('teste', 'tipo_ignorado'), false)),
  constraint resultado_se_aplicado check ((resultado is null) = (aplicado_em is null)),
  constraint fato_se_decidido check (
    (status is not null) = coalesce(resultado in ('aplicado', 'evento_antigo', 'regressao_de_terminal'), false)),
  constraint fato_inteiro check (num_nonnulls(status, versao, dados) in (0, 3)),
  constraint dados_objeto check (jsonb_typeof(dados) = 'object'),
  constraint versao_segura check (versao between 0 and 9007199254740991),
  constraint instante_so_de_encerrado check (ocorreu_em is null or aplicado_em is not null),
  constraint so_fato_se_corrige check (corrigido_por is null or status is not null),
  constraint invalido_diz_por_que check (coalesce(resultado <> 'invalido', true) or erro is not null),
  constraint erro_so_de_pendente_ou_invalido check (coalesce(resultado = 'invalido', true) or erro is null),
  constraint encerrado_nao_tenta check (aplicado_em is null or proxima_tentativa_em is null),
  constraint poda_e_fato check (fonte <> 'poda' or coalesce(resultado = 'aplicado', false)),
  constraint bytes_so_do_webhook check (fonte = 'webhook' or (corpo is null and segredo_nome is null)),
  constraint contadores check (duplicatas >= 0 and tentativas >= 0)
);

-- Partial: it holds only what is still to do, however many years the inbox keeps, and the sweep pages through it by key.
-- The included columns answer "how many, how old, due?" without the rows, whose payload would fill the cache.
-- Closing an event changes the predicate's column, so that update is never a HOT one: no fillfactor would help here.
create index webhook_eventos_pendentes on webhook_eventos (origem, recurso_id) include (recebido_em, proxima_tentativa_em)
  where aplicado_em is null;

-- The whole history of an order: the fold reads it, and `entrada pedido` shows it.
create index webhook_eventos_do_pedido on webhook_eventos (origem, recurso_id);

-- No index but the key and a quarter of each page free: an order's row is rewritten with each of its events, and with
-- that room the new version stays in its page (HOT) and touches no index.
create table pedidos (
  origem         text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  id             text collate "C" not null check (octet_length(id) between 1 and 512),
  status         text        not null,
  versao_origem  bigint      not null,
  versao_maxima  bigint      not null,
  total_centavos bigint,
  total_versao   bigint,
  total_aceito   boolean,
  cliente_email  text,
  email_versao   bigint,
  email_aceito   boolean,
  foi_enviado    boolean     not null,
  atualizado_em  timestamptz not null default now(),
  primary key (origem, id),

  constraint status_conhecido check (status in ('criado', 'pago', 'enviado', 'cancelado', 'reembolsado')),
  constraint versoes_em_ordem check (
    versao_origem between 0 and versao_maxima and versao_maxima <= 9007199254740991
    and coalesce(total_versao between 0 and versao_maxima, true)
    and coalesce(email_versao between 0 and versao_maxima, true)),
  constraint total_inteiro check (num_nonnulls(total_centavos, total_versao, total_aceito) in (0, 3)),
  constraint total_seguro check (total_centavos between -9007199254740991 and 9007199254740991),
  constraint email_inteiro check (num_nonnulls(cliente_email, email_versao, email_aceito) in (0, 3)),
  constraint enviado_foi_enviado check (status <> 'enviado' or foi_enviado)
) with (fillfactor = 75);

create table transicoes (
  seq       bigint generated always as identity primary key,
  origem    text collate "C" not null,
  pedido_id text collate "C" not null,
  de        text,
  para      text        not null,
  versao    bigint      not null,
  evento_id text collate "C" not null,
  causa     text        not null,
  em        timestamptz not null default now(),
  foreign key (origem, pedido_id) references pedidos,

  constraint de_conhecido check (de in ('criado', 'pago', 'enviado', 'cancelado', 'reembolsado')),
  constraint para_conhecido check (para in ('criado', 'pago', 'enviado', 'cancelado', 'reembolsado')),
  constraint mudanca_de_verdade check (de is distinct from para),
  constraint versao_segura check (versao between 0 and 9007199254740991),
  constraint causa_conhecida check (causa in ('fato', 'fato_atrasado'))
);
create index transicoes_do_pedido on transicoes (origem, pedido_id, seq);

create table outbox (
  seq                  bigint generated always as identity unique,
  origem               text collate "C" not null,
  pedido_id            text collate "C" not null,
  efeito               text collate "C" not null,
  ocorrencia           integer     not null default 1,
  evento_id            text collate "C" not null,
  corpo                jsonb       not null,
  criado_em            timestamptz not null default now(),
  tentativas           integer     not null default 0,
  proxima_tentativa_em timestamptz,
  reserva              text,
  reservado_ate        timestamptz,
  ultimo_erro          text,
  enviado_em           timestamptz,
  falhou_em            timestamptz,
  anulado_em           timestamptz,
  primary key (origem, pedido_id, efeito, ocorrencia),
  foreign key (origem, pedido_id) references pedidos,

  constraint efeito_conhecido check (efeito in ('liberar_separacao', 'interromper_separacao', 'notificar_reembolso')),
  constraint ocorrencia_positiva check (ocorrencia >= 1),
  constraint so_separacao_se_repete check (ocorrencia = 1 or efeito <> 'notificar_reembolso'),
  constraint corpo_objeto check (jsonb_typeof(corpo) = 'object'),
  constraint um_so_fim check (num_nonnulls(enviado_em, falhou_em, anulado_em) <= 1),
  constraint reserva_inteira check ((reserva is null) = (reservado_ate is null)),
  -- Counted when it is claimed, not when it is answered: tentativas = 0 means that the ERP cannot have seen it.
  constraint reserva_conta_tentativa check (reserva is null or tentativas >= 1),
  constraint enviado_foi_tentado check (enviado_em is null or tentativas >= 1),
  constraint anulado_nunca_tentado check (anulado_em is null or (tentativas = 0 and efeito <> 'notificar_reembolso')),
  constraint falha_diz_por_que check (falhou_em is null or ultimo_erro is not null),
  constraint encerrado_nao_tenta check (
    num_nonnulls(enviado_em, falhou_em, anulado_em) = 0 or num_nonnulls(reserva, proxima_tentativa_em) = 0),
  constraint tentativas_contadas check (tentativas >= 0)
);
-- Partial, as above: the effects still to hand over, the head of each order first.
create index outbox_pendentes on outbox (origem, pedido_id, seq)
  where enviado_em is null and falhou_em is null and anulado_em is null;

-- Wishes to read an order from its store's API. Two counters instead of a flag: a read closes only the wishes made
-- before its request started (lidas = the `pedidas` it saw), so one that came meanwhile is not lost.
create table consultas (
  origem               text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  recurso_id           text collate "C" not null check (octet_length(recurso_id) between 1 and 512),
  pedidas              bigint      not null default 1,
  lidas                bigint      not null default 0,
  motivo               text        not null,
  pedida_em            timestamptz not null default now(),
  tentativas           integer     not null default 0,
  proxima_tentativa_em timestamptz,
  reserva              text,
  reservado_ate        timestamptz,
  ultimo_erro          text,
  resposta             text,
  respondida_em        timestamptz,
  primary key (origem, recurso_id),

  constraint motivo_conhecido check (motivo in ('lacuna', 'regressao_de_terminal', 'empate', 'gatilho', 'operador')),
  constraint resposta_conhecida check (resposta in ('lida', 'inexistente')),
  constraint resposta_inteira check ((resposta is null) = (respondida_em is null)),
  constraint lida_foi_pedida check (lidas between 0 and pedidas and pedidas >= 1),
  constraint reserva_inteira check ((reserva is null) = (reservado_ate is null)),
  constraint tentativas_contadas check (tentativas >= 0)
);
create index consultas_pendentes on consultas (origem, recurso_id) where lidas < pedidas;

-- `dono` is the token of one run, and every write of a run is guarded by it: a run that lost its lease writes nothing.
create table cursores (
  nome   text collate "C" primary key check (nome ~ '^pedidos_[a-z0-9_]{1,40}$'),
  valor  timestamptz not null default now() - interval '1 day',
  alvo   timestamptz,
  pagina text,
  dono   text,
  ate    timestamptz,

  constraint pagina_de_uma_passagem check (pagina is null or alvo is not null),
  constraint lease_inteiro check ((dono is null) = (ate is null))
);

create table origens (
  nome                text collate "C" primary key check (nome ~ '^[a-z0-9_]{1,40}$'),
  dialeto             text        not null,
  criterio            text,
  criada_em           timestamptz not null default now(),
  primeira_entrega_em timestamptz,
  ultima_entrega_em   timestamptz,
  entregas            bigint      not null default 0,
  recusadas           bigint      not null default 0,

  constraint criterio_conhecido check (criterio in ('instante', 'sequencia')),
  constraint entregas_inteiras check (
    (primeira_entrega_em is null) = (ultima_entrega_em is null) and (primeira_entrega_em is null) = (entregas = 0)
    and coalesce(primeira_entrega_em <= ultima_entrega_em, true)),
  constraint contadores check (entregas >= 0 and recusadas >= 0)
);

create table quarentena (
  id           bigint generated always as identity primary key,
  origem       text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  fonte        text        not null default 'webhook',
  corpo        bytea       not null,
  cabecalhos   jsonb       not null,
  motivo       text        not null,
  segredo_nome text,
  recebida_em  timestamptz not null default now(),
  resolvida_em timestamptz,

  constraint fonte_conhecida check (fonte in ('webhook', 'api')),
  constraint cabecalhos_objeto check (jsonb_typeof(cabecalhos) = 'object'),
  constraint motivo_dito check (motivo <> '')
);
create index quarentena_abertas on quarentena (origem, id) where resolvida_em is null;

-- Named leases (one sweep at a time in the fleet). A row, not a session lock: nothing stays open over slow work.
create table leases (
  nome text collate "C" primary key,
  dono text        not null,
  ate  timestamptz not null
);

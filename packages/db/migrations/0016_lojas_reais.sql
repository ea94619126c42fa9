-- Three more ways in which an event can end: a request about somebody's personal data, which is recorded; a trigger, which
-- only says that an order changed; and one that tells a refund or a dispute and nothing of the state.
-- Not valid yet, or every writer would wait for a look at all rows: the next migration looks, and holds up nobody.
alter table webhook_eventos
  add column marcas jsonb,
  drop constraint resultado_conhecido,
  add constraint resultado_conhecido check (
    resultado in ('aplicado', 'evento_antigo', 'regressao_de_terminal', 'tipo_ignorado', 'teste', 'privacidade', 'gatilho',
      'anotado', 'invalido')) not valid,
  drop constraint so_teste_e_ignorado_sem_recurso,
  add constraint so_avulso_sem_recurso check (
    recurso_id is not null or coalesce(resultado in ('teste', 'tipo_ignorado', 'privacidade'), false)) not valid,
  -- What the event says of refunds and disputes, each with its moment: known once it is closed.
  add constraint marcas_objeto check (jsonb_typeof(marcas) = 'object') not valid,
  add constraint marcas_de_encerrado check (marcas is null or aplicado_em is not null) not valid,
  add constraint anotado_diz_marcas check (coalesce(resultado <> 'anotado', true) or marcas is not null) not valid;

alter table pedidos add column reaberto boolean not null default false;

-- Refunds and disputes of an order: of each the newest statement, whatever the order of arrival. No foreign key: a refund
-- may be heard of before its order is.
create table marcas (
  origem             text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  pedido_id          text collate "C" not null check (octet_length(pedido_id) between 1 and 512),
  ditas              jsonb       not null,
  reembolso_centavos bigint      not null,
  em_disputa         boolean     not null,
  atualizadas_em     timestamptz not null default now(),
  primary key (origem, pedido_id),

  constraint ditas_objeto check (jsonb_typeof(ditas) = 'object'),
  constraint reembolso_seguro check (reembolso_centavos between 0 and 9007199254740991)
);

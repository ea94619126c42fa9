-- What the console's charts are drawn from: sums by the minute, added to in bulk by whoever counts. Kept for two days.
create table contadores (
  minuto timestamptz not null,
  origem text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  nome   text collate "C" not null,
  valor  bigint      not null,
  primary key (minuto, origem, nome),

  constraint nome_conhecido check (nome ~ '^[a-z_]+(:[0-9.]+)?$'),
  constraint valor_conta check (valor >= 0)
);

-- The same for what is a state and not a sum: looked at once a minute, of the whole installation.
create table medidas (
  minuto timestamptz not null,
  nome   text collate "C" not null,
  valor  bigint      not null,
  primary key (minuto, nome),

  constraint nome_conhecido check (nome ~ '^[a-z_]+$'),
  constraint valor_medido check (valor >= 0)
);

-- When each secret signed a delivery for the last time: whoever removes one wants to know. By the fingerprint, never itself.
create table segredos_usados (
  origem        text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  nome          text collate "C" not null,
  ultimo_uso_em timestamptz not null,
  primary key (origem, nome)
);

alter table origens
  add column duplicadas bigint not null default 0,
  add constraint duplicadas_sao_entregas check (duplicadas between 0 and entregas);

-- A failed effect that an operator has settled in another way: it is not sent, and asks for nobody's attention any more.
-- Not valid yet, or every writer would wait for a look at all rows: the next migration looks, and holds up nobody.
alter table outbox
  add column descartado_em timestamptz,
  add constraint so_falhado_se_descarta check (descartado_em is null or falhou_em is not null) not valid;

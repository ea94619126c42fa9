-- What each reconciliation did: the operator's answer to "did we miss webhooks?". One row a run, kept like a log.
create table reconciliacoes (
  id           bigint generated always as identity primary key,
  origem       text collate "C" not null check (origem ~ '^[a-z0-9_]{1,40}$'),
  dono         text        not null,
  iniciada_em  timestamptz not null default now(),
  terminada_em timestamptz,
  desde        timestamptz not null,
  paginas      integer     not null default 0,
  lidos        integer     not null default 0,
  novos        integer     not null default 0,
  perdidos     integer     not null default 0,
  ilegiveis    integer     not null default 0,
  erro         text,

  constraint contadores check (paginas >= 0 and ilegiveis >= 0 and perdidos between 0 and novos and novos <= lidos),
  constraint erro_so_de_terminada check (erro is null or terminada_em is not null)
);
create index reconciliacoes_da_origem on reconciliacoes (origem, id);

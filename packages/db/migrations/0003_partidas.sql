-- An apply that has begun and not ended: what its order was doing when a process died. Unlogged: it outlives processes,
-- which is all it is for, and costs no WAL; after a crash of Postgres itself it is empty and nobody is to blame.
create unlogged table partidas (
  origem     text collate "C" not null,
  recurso_id text collate "C" not null,
  nivel      smallint    not null default 0,
  em         timestamptz not null default now(),
  primary key (origem, recurso_id),

  constraint nivel_conhecido check (nivel between 0 and 2)
);

-- How often a process died while it applied this event and nothing else.
alter table webhook_eventos add column quedas smallint not null default 0 check (quedas >= 0);

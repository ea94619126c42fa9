-- Sessions of the console. The key is a hash: who reads this table, or a backup of it, cannot enter with what is in it.
create table sessoes (
  id        text collate "C" primary key check (id ~ '^[0-9a-f]{64}$'),
  dados     jsonb       not null,
  criada_em timestamptz not null default now(),
  expira_em timestamptz not null,

  constraint dados_objeto check (jsonb_typeof(dados) = 'object'),
  constraint expira_depois check (expira_em > criada_em)
);
create index sessoes_vencidas on sessoes (expira_em);

-- Who did what, when, and to which order. Written in the transaction of what was done, where that is one.
create table auditoria (
  seq       bigint generated always as identity primary key,
  em        timestamptz not null default now(),
  quem      text        not null,
  acao      text        not null,
  origem    text collate "C",
  pedido_id text collate "C",
  detalhes  jsonb       not null default '{}',

  constraint quem_dito check (quem <> ''),
  constraint acao_dita check (acao ~ '^[a-z_]{1,40}$'),
  constraint pedido_inteiro check ((origem is null) = (pedido_id is null)),
  constraint detalhes_objeto check (jsonb_typeof(detalhes) = 'object')
);
create index auditoria_do_pedido on auditoria (origem, pedido_id, seq) where pedido_id is not null;

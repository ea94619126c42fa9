-- sem transacao
-- Effects that were given up and that nobody has dealt with.
create index concurrently outbox_falhos on outbox (seq) where falhou_em is not null and descartado_em is null;

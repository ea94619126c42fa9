-- sem transacao
-- What retention may take, the oldest first. An event enters it once, when it is closed.
create index concurrently webhook_eventos_antigos on webhook_eventos (recebido_em)
  where aplicado_em is not null and fonte <> 'poda';

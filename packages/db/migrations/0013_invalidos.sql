-- sem transacao
-- Events that could not be understood, the newest first: the console's list of them, and there are few.
create index concurrently webhook_eventos_invalidos on webhook_eventos (recebido_em, origem, evento_id)
  where resultado = 'invalido';

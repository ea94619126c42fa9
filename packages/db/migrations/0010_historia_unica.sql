-- sem transacao
drop index concurrently webhook_eventos_do_pedido;

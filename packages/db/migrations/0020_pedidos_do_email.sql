-- sem transacao
-- Who asks for an order often knows no more than an e-mail. An update that leaves the e-mail alone is a HOT one all the same.
create index concurrently pedidos_do_email on pedidos (lower(cliente_email), origem, id) where cliente_email is not null;

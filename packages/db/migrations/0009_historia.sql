-- sem transacao
-- The history of an order once more, partial: a look at one event by its key says nothing of an order, so it cannot go
-- through this index. While a table has no statistics (a new installation, for its first minutes) the planner found the old
-- one as good as the primary key, and read all events of the store for each event that came.
create index concurrently webhook_eventos_da_historia on webhook_eventos (origem, recurso_id) where recurso_id is not null;

-- Transitions and effects are written by the transaction that writes their order, under the order's lock, in one function
-- (aplicacoes.ts); nothing deletes an order. The foreign keys looked that up once more for each row, by a query of its own:
-- measured, a third of what Postgres does to apply an event. `entrada verify` finds what belongs to no order.
--
-- The keys lock both of their tables, so all are locked first, in the order in which a worker comes to them: a deadlock with
-- one at work would end one of the two.
lock table pedidos, transicoes, outbox in access exclusive mode;
alter table transicoes drop constraint transicoes_origem_pedido_id_fkey;
alter table outbox drop constraint outbox_origem_pedido_id_fkey;

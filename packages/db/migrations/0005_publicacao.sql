-- When the present round of attempts began: the publisher gives up a day after it. Not criado_em: an effect that waited
-- for a predecessor, or for an ERP to be configured at all, or that an operator takes up again, has its full day too.
alter table outbox
  add column tentado_desde timestamptz,
  add constraint tentado_desde_a_primeira check (tentado_desde is null or tentativas >= 1);

-- Where traces are on: the span that received the event, so that what becomes of it later belongs to the same trace. Nothing
-- is decided by it, and no index knows it. No CHECK: that would read every row while nobody may write.
alter table webhook_eventos add column traceparent text;

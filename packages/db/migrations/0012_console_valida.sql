alter table outbox validate constraint so_falhado_se_descarta;

alter table transicoes validate constraint causa_conhecida;

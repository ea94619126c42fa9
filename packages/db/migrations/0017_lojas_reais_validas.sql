alter table webhook_eventos
  validate constraint resultado_conhecido,
  validate constraint so_avulso_sem_recurso,
  validate constraint marcas_objeto,
  validate constraint marcas_de_encerrado,
  validate constraint anotado_diz_marcas;

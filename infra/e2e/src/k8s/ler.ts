import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { RAIZ } from '../compose/ler.ts';

export const PASTA = `${RAIZ}infra/k8s/`;

const OBJETO = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Objeto = z.infer<typeof OBJETO>;

/** What this repository uses of kustomize. Anything else is refused: the tests would not carry it out. */
const KUSTOMIZATION = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  patches: z.array(z.strictObject({ path: z.string() })).default([]),
});

export interface Montagem {
  objetos: Objeto[];
  remendos: Objeto[];
  imagens: z.infer<typeof KUSTOMIZATION>['images'];
  /** Files that were read, from infra/k8s on. */
  arquivos: string[];
}

/** An overlay, or the base, with all that it brings in. */
export function montar(pasta: string): Montagem {
  const arquivo = join(PASTA, pasta, 'kustomization.yaml');
  const { resources, patches, images } = KUSTOMIZATION.parse(lerDocumentos(arquivo)[0]);
  const partes = resources.map((r) => (r.endsWith('.yaml') ? null : montar(join(pasta, r))));
  const daqui = resources.filter((r) => r.endsWith('.yaml')).map((r) => join(PASTA, pasta, r));
  const deRemendos = patches.map((p) => join(PASTA, pasta, p.path));
  return {
    objetos: [...partes.flatMap((p) => p?.objetos ?? []), ...daqui.flatMap(lerObjetos)],
    remendos: [...partes.flatMap((p) => p?.remendos ?? []), ...deRemendos.flatMap(lerObjetos)],
    imagens: [...partes.flatMap((p) => p?.imagens ?? []), ...images],
    arquivos: [
      ...partes.flatMap((p) => p?.arquivos ?? []),
      ...[arquivo, ...daqui, ...deRemendos].map((a) => relative(PASTA, a)),
    ],
  };
}

export const todosOsArquivos = (): string[] =>
  readdirSync(PASTA, { recursive: true, encoding: 'utf8' }).filter((a) => a.endsWith('.yaml'));

/** @throws where a document is no YAML, or is no object of Kubernetes */
export const lerObjetos = (arquivo: string): Objeto[] => lerDocumentos(arquivo).map((d) => OBJETO.parse(d));

export const lerTexto = (texto: string): Objeto[] => documentos(texto).map((d) => OBJETO.parse(d));

const lerDocumentos = (arquivo: string): unknown[] => documentos(readFileSync(arquivo, 'utf8'));

function documentos(texto: string): unknown[] {
  return parseAllDocuments(texto).map((d) => {
    if (d.errors.length > 0) throw d.errors[0];
    return d.toJS();
  });
}

export const doTipo = (objetos: readonly Objeto[], kind: string): Objeto[] => objetos.filter((o) => o.kind === kind);

/** The object as the patch leaves it. Only maps are merged: a list of a patch stands for the whole list. */
export function remendar(objeto: Objeto, remendos: readonly Objeto[]): Objeto {
  const meus = remendos.filter((r) => r.kind === objeto.kind && r.metadata.name === objeto.metadata.name);
  return OBJETO.parse(meus.reduce<unknown>((o, remendo) => fundir(o, remendo), objeto));
}

function fundir(a: unknown, b: unknown): unknown {
  if (!ehMapa(a) || !ehMapa(b)) return b;
  const mudadas = Object.entries(b).map(([chave, valor]) => [chave, fundir(a[chave], valor)]);
  return { ...a, ...Object.fromEntries(mudadas) };
}

const ehMapa = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v);

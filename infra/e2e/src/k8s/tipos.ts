import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { RAIZ } from '../compose/ler.ts';
import type { Objeto } from './ler.ts';

/** Where the type of each kind is: generated from the schemas of Kubernetes and of the custom resources. */
const TIPOS: Record<string, readonly [modulo: string, tipo: string]> = {
  'apps/v1 Deployment': ['kubernetes-models/apps/v1', 'IDeployment'],
  'v1 Service': ['kubernetes-models/v1', 'IService'],
  'v1 ConfigMap': ['kubernetes-models/v1', 'IConfigMap'],
  'v1 Secret': ['kubernetes-models/v1', 'ISecret'],
  'v1 Namespace': ['kubernetes-models/v1', 'INamespace'],
  'batch/v1 Job': ['kubernetes-models/batch/v1', 'IJob'],
  'policy/v1 PodDisruptionBudget': ['kubernetes-models/policy/v1', 'IPodDisruptionBudget'],
  'autoscaling/v2 HorizontalPodAutoscaler': ['kubernetes-models/autoscaling/v2', 'IHorizontalPodAutoscaler'],
  'networking.k8s.io/v1 NetworkPolicy': ['kubernetes-models/networking.k8s.io/v1', 'INetworkPolicy'],
  'networking.k8s.io/v1 Ingress': ['kubernetes-models/networking.k8s.io/v1', 'IIngress'],
  'keda.sh/v1alpha1 ScaledObject': ['@kubernetes-models/keda/keda.sh/v1alpha1', 'IScaledObject'],
  'monitoring.coreos.com/v1 ServiceMonitor': [
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    'IServiceMonitor',
  ],
  'monitoring.coreos.com/v1 PrometheusRule': [
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    'IPrometheusRule',
  ],
};

/**
 * Has the compiler compare objects with their types: unlike the validation at run time that the same packages offer, it
 * finds keys that do not exist.
 * @returns what it says against them; '' where they are right
 */
export function conferirTipos(objetos: readonly Objeto[]): string {
  const linhas = objetos.map((objeto, i) => {
    const [modulo, tipo] = TIPOS[`${objeto.apiVersion} ${objeto.kind}`] ?? [];
    if (modulo === undefined) return `export const o${i}: never = ${JSON.stringify(objeto.kind)};`;
    return `export const o${i}: import('${modulo}').${tipo} = ${JSON.stringify(objeto)};`;
  });
  const pasta = `${RAIZ}infra/e2e/.cache/`; // where the compiler finds the packages
  const arquivo = `${pasta}k8s-${process.pid}.ts`;
  mkdirSync(pasta, { recursive: true });
  writeFileSync(arquivo, linhas.join('\n'));
  try {
    const opcoes = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig'];
    const { stdout, stderr } = spawnSync(`${RAIZ}node_modules/.bin/tsc`, [...opcoes, arquivo], { encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(arquivo);
  }
}

import { groupName, kindTable } from '@pinnace/types'
import { kubernetesVocabulary } from '@pinnace/meta'
import type { Area, Case, Step } from './case.ts'
import { storedKinds } from './kinds.ts'

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const json = { accept: 'application/json' }

/** What a new server holds and publishes. */
export const fresh: Area = {
  name: 'fresh',
  title: 'discovery, OpenAPI, health, metrics, default objects',
  async stages() {
    return [[...documents(), ...discovery(), ...openApi(), ...(await objects())]]
  },
}

function one(name: string, step: Partial<Step> & { readonly path: string }): Case {
  const accept = step.headers?.['accept'] ?? ''
  const sender = step.as === '' ? 'without a token' : (step.as ?? '')
  return { name: `${step.path} ${sender} ${accept}`.trim(), kind: name, steps: [{ method: 'GET', ...step }] }
}

function documents(): Case[] {
  const paths = [
    '/version',
    '/version/',
    '/.well-known/openid-configuration',
    '/openid/v1/jwks',
    '/healthz',
    '/livez',
    '/readyz',
  ]
  const checks = ['ping', 'etcd', 'log', 'nope', 'poststarthook/rbac/bootstrap-roles', 'informer-sync', 'shutdown']
  const lines = ['/healthz', '/livez', '/readyz'].flatMap((path) => [
    one('health', { path: `${path}?verbose`, parts: 'lines' }),
    one('health', { path: `${path}?verbose&exclude=etcd`, parts: 'lines' }),
    ...checks.map((check) => one('health', { path: `${path}/${check}` })),
  ])
  return [
    ...paths.map((path) => one('documents', { path })),
    ...paths.map((path) => one('documents', { path, as: '' })),
    one('documents', { path: '/', parts: 'paths' }),
    ...lines,
    metrics(),
    one('metrics', { path: '/metrics/slis', parts: 'metrics' }),
    ...['HEAD', 'OPTIONS', 'POST', 'DELETE'].flatMap((method) =>
      ['/.well-known/openid-configuration', '/openid/v1/jwks'].map((path) => ({
        name: `${method} ${path}`,
        kind: 'documents',
        steps: [{ method, path }],
      })),
    ),
    ...[
      '/openapi/v3/',
      '/openapi/v3/nope',
      '/statusz',
      '/flagz',
      '/debug/pprof/',
      '/logs',
      '/nope',
      '/apis/nope',
      '/api/v2',
    ].map((path) => one('documents', { path })),
  ]
}

/** The metrics after a few requests: a metric with labels has no series before something is counted. */
function metrics(): Case {
  const configMaps = '/api/v1/namespaces/default/configmaps'
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'metrics' } }
  const steps: Step[] = [
    { method: 'POST', path: `${configMaps}?dryRun=All`, body },
    { method: 'GET', path: configMaps },
    { method: 'GET', path: '/api/v1/namespaces/default/endpoints?labelSelector=none' },
    { method: 'GET', path: '/api/v1/namespaces?watch=1&timeoutSeconds=1' },
    { method: 'GET', path: '/metrics', parts: 'metrics' },
  ]
  return { name: '/metrics', kind: 'metrics', steps }
}

function groupVersions(): string[] {
  const vocabulary = kubernetesVocabulary
  const names = kindTable.map(({ group, version }) => `${groupName(vocabulary, group)}/${version}`)
  return [...new Set(names)]
}

/** Discovery of every group and version. */
export function discovery(): Case[] {
  const roots = groupVersions().map((name) => (name.startsWith('/') ? `/api${name}` : `/apis/${name}`))
  const groups = [
    ...new Set(roots.filter((root) => root.startsWith('/apis/')).map((root) => root.slice(0, root.lastIndexOf('/')))),
  ]
  const accepts = [
    aggregated,
    aggregated.replace('v=v2;', 'v=v2beta1;'),
    `${aggregated},application/json`,
    'application/yaml',
  ]
  return [
    ...roots.map((path) => one('discovery', { path, headers: json, parts: 'resources' })),
    ...groups.map((path) => one('discovery', { path, headers: json })),
    ...['/api', '/apis'].flatMap((path) => [
      one('discovery', { path, headers: json }),
      ...accepts.map((accept) =>
        one('discovery', {
          path,
          headers: { accept },
          ...(accept.startsWith(aggregated) ? { parts: 'items' as const } : {}),
        }),
      ),
    ]),
  ]
}

function openApi(): Case[] {
  const roots = groupVersions().map((name) => (name.startsWith('/') ? `api${name}` : `apis/${name}`))
  return [
    one('openapi', { path: '/openapi/v2', parts: 'definitions' }),
    one('openapi', { path: '/openapi/v3', parts: 'paths' }),
    ...roots.map((root) => one('openapi', { path: `/openapi/v3/${root}`, parts: 'schemas' })),
    ...['api', 'apis', 'version'].map((root) => one('openapi', { path: `/openapi/v3/${root}`, parts: 'schemas' })),
  ]
}

/** The objects that a new server holds. */
export async function objects(): Promise<Case[]> {
  const cluster = (await storedKinds()).map((kind) => {
    const path = kind.isNamespaced ? kind.path('').replace('/namespaces//', '/') : kind.path('')
    return { kind, path }
  })
  const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease']
  return [
    // Other clients of the same servers use other names.
    ...cluster
      .filter(({ kind }) => !kind.isNamespaced)
      .map(({ kind, path }) => one(kind.resource, { path, parts: 'items' })),
    ...cluster
      .filter(({ kind }) => kind.isNamespaced)
      .flatMap(({ kind }) =>
        namespaces.map((namespace) => one(kind.resource, { path: kind.path(namespace), parts: 'items' })),
      ),
  ]
}

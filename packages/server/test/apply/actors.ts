import { ownership } from '@pinnace/apply'
import type { Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

export const configMaps = '/api/v1/namespaces/default/configmaps'
export const services = '/api/v1/namespaces/default/services'
export const pods = '/api/v1/namespaces/default/pods'
export const deployments = '/apis/apps/v1/namespaces/default/deployments'
export const daemonSets = '/apis/apps/v1/namespaces/default/daemonsets'

/** What a request says beside its body. */
export interface ActOptions {
  readonly force?: boolean
  readonly query?: string
  readonly contentType?: string
}

const mediaTypes = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

function withQuery(target: string, manager: string, { force, query }: ActOptions): string {
  const parameters = new URLSearchParams(query)
  if (manager !== '') parameters.set('fieldManager', manager)
  if (force === true) parameters.set('force', 'true')
  return parameters.size === 0 ? target : `${target}?${parameters}`
}

/** Server-side apply over HTTP. */
export function apply(
  server: Server,
  target: string,
  manager: string,
  body: unknown,
  options: ActOptions = {},
): Promise<Answer> {
  return patch(server, 'apply', target, manager, body, options)
}

/** A PATCH by a manager. */
export function patch(
  server: Server,
  type: keyof typeof mediaTypes,
  target: string,
  manager: string,
  body: unknown,
  options: ActOptions = {},
): Promise<Answer> {
  const headers = { 'content-type': options.contentType ?? mediaTypes[type] }
  return call(server, 'PATCH', withQuery(target, manager, options), { body, headers })
}

/** A POST by a manager. */
export function post(
  server: Server,
  target: string,
  manager: string,
  body: unknown,
  options: ActOptions = {},
): Promise<Answer> {
  return call(server, 'POST', withQuery(target, manager, options), { body })
}

/** A PUT by a manager. */
export function put(
  server: Server,
  target: string,
  manager: string,
  body: unknown,
  options: ActOptions = {},
): Promise<Answer> {
  return call(server, 'PUT', withQuery(target, manager, options), { body })
}

/** What is stored. */
// Tests read any shape of any object.
// oxlint-disable-next-line no-explicit-any
export async function read(server: Server, target: string): Promise<any> {
  return (await call(server, 'GET', target)).json
}

/** Paths by owner: `kubectl Apply`, `kubelet Update status`. */
export function ownedPaths(object: Parameters<typeof ownership>[0]): Record<string, string[]> {
  const owned: Record<string, string[]> = {}
  for (const [path, owners] of ownership(object)) {
    for (const { manager, operation, subresource } of owners) {
      ;(owned[`${manager} ${operation} ${subresource}`.trim()] ??= []).push(path)
    }
  }
  for (const paths of Object.values(owned)) paths.sort()
  return owned
}

/** The names of entries, in their order. */
// oxlint-disable-next-line no-explicit-any
export function entryNames(object: any): string[] {
  const entries: { manager?: string; operation?: string; subresource?: string }[] = object.metadata.managedFields ?? []
  return entries.map(({ manager, operation, subresource = '' }) => `${manager} ${operation} ${subresource}`.trim())
}

/** A ConfigMap as it is applied. */
export function configMap(name: string, data?: Record<string, string>, metadata: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...metadata },
    ...(data === undefined ? {} : { data }),
  }
}

/** A Deployment as it is applied. */
export function deployment(name: string, spec: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'image:1' }] } },
      ...spec,
    },
  }
}

/** Part of a Deployment: only what a second manager cares for. */
export function partOfDeployment(name: string, spec: object): object {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec }
}

import type { RequestInfo } from '@pinnace/meta'

/** The labels of request metrics. Each has a bounded set of values, whatever clients ask for. */
export interface RequestLabels {
  readonly verb: string
  readonly dryRun: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly scope: string
  readonly component: string
}

/** What a request is labeled by. */
export interface LabeledRequest {
  readonly info: RequestInfo
  /** The HTTP method, upper case; used for paths that are not a resource's. Absent for requests in process. */
  readonly method?: string | undefined
  /** True for a server-side apply. */
  readonly isApply: boolean
}

/** The labels of a request. `isServed` says whether the server has the resource and the subresource. */
// upstream: endpoints/metrics/metrics.go, MonitorRequest
export function toRequestLabels(request: LabeledRequest, isServed: (info: RequestInfo) => boolean): RequestLabels {
  const { info, method = '' } = request
  if (!info.isResourceRequest) {
    return { ...noLabels, verb: methods.has(method) ? method : 'other', subresource: toKnownPath(info.path) }
  }
  const { group, version, resource, subresource } = isServed(info) ? info : noLabels
  return {
    verb: toVerbLabel(request),
    dryRun: toDryRunLabel(info),
    group,
    version,
    resource,
    subresource,
    scope: toScopeLabel(info),
    component: 'apiserver',
  }
}

const noLabels: RequestLabels = Object.freeze({
  verb: '',
  dryRun: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  scope: '',
  component: '',
})

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const verbLabels: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['list', 'LIST'],
  ['watch', 'WATCH'],
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETECOLLECTION'],
])

const connectSubresources = new Set(['exec', 'attach', 'portforward', 'proxy'])

// upstream: cleanVerb and CanonicalVerb
function toVerbLabel({ info: { verb, subresource }, isApply }: LabeledRequest): string {
  if (verb === 'proxy' || connectSubresources.has(subresource)) return 'CONNECT'
  if (verb === 'patch' && isApply) return 'APPLY'
  return verbLabels.get(verb) ?? 'other'
}

function toDryRunLabel({ query }: RequestInfo): string {
  if (query.size === 0 || !query.has('dryRun')) return ''
  return query.getAll('dryRun').every((value) => value === 'All') ? 'All' : 'invalid'
}

// upstream: CleanScope
function toScopeLabel({ name, namespace, verb }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource'
  return namespace === '' ? 'cluster' : 'namespace'
}

const knownPaths = [
  '/healthz',
  '/livez',
  '/readyz',
  '/metrics',
  '/version',
  '/openapi/v2',
  '/openapi/v3',
  '/apis',
  '/api',
]

// A path below a known one counts as that one; any other has no label.
function toKnownPath(path: string): string {
  return knownPaths.find((known) => path === known || path.startsWith(`${known}/`)) ?? ''
}

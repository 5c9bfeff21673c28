import type { HttpRequest, RequestInfo } from '@pinnace/meta'

/** What tells the series of requests apart. Every value is from a bounded set, whatever is asked for. */
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

/** The labels of a request. `isServed` says whether its resource and subresource are there to be asked for. */
// upstream: endpoints/metrics/metrics.go, MonitorRequest
export function labelsOf(
  request: Pick<HttpRequest, 'method' | 'header'>,
  info: RequestInfo,
  isServed: (info: RequestInfo) => boolean,
): RequestLabels {
  if (!info.isResourceRequest) {
    const verb = methods.has(request.method) ? request.method : 'other'
    return { ...nothing, verb, subresource: pathOf(info.path) }
  }
  const known = isServed(info)
  return {
    verb: verbOf(request, info),
    dryRun: dryRunOf(info),
    group: known ? info.group : '',
    version: known ? info.version : '',
    resource: known ? info.resource : '',
    subresource: known ? info.subresource : '',
    scope: scopeOf(info),
    component: 'apiserver',
  }
}

const nothing: RequestLabels = Object.freeze({
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

const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
}

const connections = new Set(['exec', 'attach', 'portforward', 'proxy'])

// upstream: cleanVerb and CanonicalVerb
function verbOf(request: Pick<HttpRequest, 'header'>, { verb, subresource }: RequestInfo): string {
  if (verb === 'proxy' || connections.has(subresource)) return 'CONNECT'
  if (verb === 'patch' && request.header('content-type')?.startsWith('application/apply-patch')) return 'APPLY'
  return Object.hasOwn(verbs, verb) ? verbs[verb]! : 'other'
}

function dryRunOf({ query }: RequestInfo): string {
  if (query.size === 0 || !query.has('dryRun')) return ''
  return query.getAll('dryRun').every((value) => value === 'All') ? 'All' : 'invalid'
}

// upstream: CleanScope
function scopeOf({ name, namespace, verb }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource'
  return namespace === '' ? 'cluster' : 'namespace'
}

const paths = ['/healthz', '/livez', '/readyz', '/metrics', '/version', '/openapi/v2', '/openapi/v3', '/apis', '/api']

// A path below a known one counts as that one, any other as none.
function pathOf(path: string): string {
  return paths.find((known) => path === known || path.startsWith(`${known}/`)) ?? ''
}

import { connectSubresources, type Row } from './rows.ts'
import { sampleLabels, sampleOf, statusOf, type Sample } from './samples.ts'
import type { TestRequest } from './send.ts'
import type { ServedKind } from './served-kinds.ts'

/** A request without its user. */
export type RowRequest = Omit<TestRequest, 'user'>

type Fields = Readonly<Record<string, unknown>>

const methods: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

const mergePatch = 'application/merge-patch+json'

/** Where the objects of a kind are: `/apis/apps/v1/namespaces/default/deployments`. */
export function collectionPath({ groupVersion, group, resource, isNamespaced }: ServedKind): string {
  return `${group === '' ? '/api' : '/apis'}/${groupVersion}/${isNamespaced ? 'namespaces/default/' : ''}${resource}`
}

/** Where the sample of a kind is. */
export function samplePath(served: ServedKind): string {
  return `${collectionPath(served)}/${sampleOf(served).metadata.name}`
}

/**
 * A request of a row that succeeds. `live` is the object of its path as it is now, undefined where there is none.
 */
export function validRequest(row: Row, live: Fields | undefined): RowRequest {
  const request = { method: methods[row.verb] ?? 'GET', path: pathOf(row) }
  switch (row.verb) {
    case 'create':
      return { ...request, body: row.subresource === '' ? createdBody(row) : createdBelow(row) }
    case 'update':
      return { ...request, body: { ...live, ...changeOf(row, live) } }
    case 'patch':
      return { ...request, body: changeOf(row, live), contentType: mergePatch }
    default:
      return request
  }
}

/** Requests of a row that must be refused, each with the codes it may be refused with. */
export function invalidRequests(
  row: Row,
  live: Fields | undefined,
): readonly (readonly [RowRequest, readonly number[]])[] {
  const { verb, subresource, served } = row
  const valid = validRequest(row, live)
  switch (verb) {
    case 'create':
    case 'update':
    case 'patch': {
      const wrongType = { ...valid, body: { ...(valid.body as Fields), ...wrongTypes(row) } }
      const invalid = invalidBody(row, valid.body as Fields)
      return [
        [wrongType, [verb === 'patch' ? 422 : 400]],
        ...(invalid === undefined ? [] : ([[{ ...valid, body: invalid }, [isBinding(row) ? 500 : 422]]] as const)),
      ]
    }
    case 'delete':
    case 'deletecollection':
      return [[{ ...valid, body: { propagationPolicy: 'Sometimes' } }, [422]]]
    case 'list':
    case 'watch':
      return [
        // Component statuses are computed, at no version.
        ...(served.isStored
          ? ([[withQuery(valid, 'resourceVersion=first'), [verb === 'list' ? 400 : 500]]] as const)
          : []),
        [withQuery(valid, 'labelSelector=a!b'), [400]],
        [withQuery(valid, 'resourceVersion=1&resourceVersionMatch=Sometimes'), [422]],
      ]
    default:
      if (subresource === 'log') return [[withQuery(valid, 'tailLines=-1'), [422]]]
      if (served.resource === 'componentstatuses') return [[{ ...valid, path: `${valid.path}-none` }, [404]]]
      return connectSubresources.includes(subresource) || !served.isStored
        ? []
        : // Events are read from the store and not from a cache, which words its errors differently.
          [[withQuery(valid, 'resourceVersion=first'), [served.resource === 'events' ? 400 : 500]]]
  }
}

// upstream: registry/core/pod/storage – the errors of a binding have no reason and no code.
function isBinding({ served, subresource }: Row): boolean {
  return served.resource === 'bindings' || subresource === 'binding'
}

/** The same request with an option of the query. */
export function withQuery<Request extends { readonly path: string }>(request: Request, query: string): Request {
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}` }
}

function pathOf({ served, subresource, verb }: Row): string {
  const selector = Object.entries(sampleLabels)
    .map(([key, value]) => `labelSelector=${key}%3D${value}`)
    .join('')
  if (subresource !== '') return `${samplePath(served)}/${subresource}`
  if (verb === 'deletecollection') return `${collectionPath(served)}?${selector}`
  if (verb === 'watch') return `${collectionPath(served)}?watch=true`
  return verb === 'create' || verb === 'list' ? collectionPath(served) : samplePath(served)
}

// upstream: apis/authorization/validation – an access review has no metadata.
function createdBody({ served }: Row): object {
  const sample = sampleOf(served)
  return served.group === 'authorization.k8s.io' ? { ...sample, metadata: {} } : sample
}

/** The body of a subresource that is created. */
function createdBelow({ served, subresource }: Row): Fields {
  const metadata = { name: sampleOf(served).metadata.name }
  switch (subresource) {
    case 'binding':
      return { apiVersion: 'v1', kind: 'Binding', metadata, target: { kind: 'Node', name: 'n' } }
    case 'eviction':
      return { apiVersion: 'policy/v1', kind: 'Eviction', metadata }
    case 'token':
      return { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: { audiences: [] } }
    default:
      return {}
  }
}

/** The members that an update or a patch of a row changes. */
function changeOf({ served, subresource }: Row, live: Fields | undefined): Fields {
  const { metadata, spec, status } = (live ?? {}) as Readonly<
    Record<'metadata' | 'spec' | 'status', Fields | undefined>
  >
  switch (subresource) {
    case 'status':
      return { status: { ...status, ...statusOf(served) } }
    case 'scale':
      return { spec: { replicas: 3 } }
    case 'approval':
      return { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Sampled', message: 'm' }] } }
    case 'finalize':
      return { spec: { finalizers: ['example.com/kept', 'kubernetes'] } }
    case 'ephemeralcontainers':
      return { spec: { ...spec, ephemeralContainers: [{ name: 'debug', image: 'i' }] } }
    case 'resize':
      return { spec: resized(spec) }
    default:
      return { metadata: { ...metadata, annotations: { changed: 'yes' } } }
  }
}

function resized(spec: Fields | undefined): Fields {
  const [first, ...rest] = (spec?.['containers'] ?? []) as Fields[]
  const amounts = { limits: { cpu: '1800m', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }
  return { ...spec, containers: [{ ...first, resources: amounts }, ...rest] }
}

/** Members of the wrong JSON type. */
function wrongTypes({ subresource }: Row): Fields {
  if (subresource === 'status') return { status: 'none' }
  if (subresource === 'scale') return { spec: { replicas: 'three' } }
  return { metadata: 'none' }
}

/** A body of the right types that breaks a rule; undefined where the suite knows no rule. */
function invalidBody({ served, subresource, verb }: Row, body: Fields): Fields | undefined {
  const { metadata } = body as Partial<Sample>
  switch (subresource) {
    case 'scale':
      return { ...body, spec: { replicas: -1 } }
    case 'token':
      return { ...body, spec: { audiences: [], expirationSeconds: 1 } }
    case 'binding':
      return { ...body, target: { kind: 'Node', name: '' } }
    case '':
      if (served.resource === 'bindings') return { ...body, target: { kind: 'Node', name: '' } }
      if (!served.isStored) return undefined
      return { ...body, metadata: { ...(verb === 'patch' ? {} : metadata), labels: { 'no label': 'x' } } }
    default:
      return undefined
  }
}

import { parseFieldSelector } from '../selectors/field-selector.ts'
import { parseLabelSelector } from '../selectors/label-selector.ts'
import { unresolvableTarget } from './refused-target.ts'
import { parseRequestTarget } from './request-target.ts'
import { StatusError } from '../errors/status.ts'

/** The verb of a resource request. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'connect'

/** The parsed method and URL of a request, for routing, authorization and storage. */
export interface RequestInfo {
  /** True for `/api/v1/…` and `/apis/<group>/<version>/…` with a resource. */
  readonly isResourceRequest: boolean
  /** The decoded path, not normalized. */
  readonly path: string
  /** The decoded query parameters. */
  readonly query: URLSearchParams
  /**
   * A {@link Verb} for a resource request, else the lower-case HTTP method. `proxy` for a legacy proxy path, empty for a
   * method resources do not have.
   */
  readonly verb: string
  /** `api`, `apis`, or empty. */
  readonly apiPrefix: string
  readonly group: string
  readonly version: string
  /** The namespace; the name of a Namespace for itself. */
  readonly namespace: string
  readonly resource: string
  /** As the path has it: `dispatch.ts` refuses one that the resource does not have, and one of a collection. */
  readonly subresource: string
  /** The name of the object; for a list or watch, that of a field selector. */
  readonly name: string
  /** The path segments after `api/v1` or `apis/group/version`, including `watch`, `namespaces` and the namespace. */
  readonly parts: readonly string[]
}

/**
 * Parses an upper-case method and a request target. Throws a StatusError 400 for a target that cannot be decoded, and for
 * `watch` or `proxy` without a resource.
 */
// upstream: apiserver/pkg/endpoints/request/requestinfo.go, NewRequestInfo
export function parseRequestInfo(method: string, target: string): RequestInfo {
  const { path, query } = parseRequestTarget(target)
  const segments = splitPath(path)
  const [apiPrefix] = segments
  if (segments.length < 3 || (apiPrefix !== 'api' && apiPrefix !== 'apis')) return plainRequest(method, path, query, '')
  const grouped = apiPrefix === 'apis'
  if (grouped && segments.length < 4) return plainRequest(method, path, query, apiPrefix)

  const group = grouped ? (segments[1] ?? '') : ''
  const version = segments[grouped ? 2 : 1] ?? ''
  const parts = segments.slice(grouped ? 3 : 2)
  let at = 0
  let verb: string
  if (parts[0] === 'watch' || parts[0] === 'proxy') {
    if (parts.length < 2) throw unresolvableTarget(target)
    verb = parts[0]
    at = 1
  } else verb = verbOf(method)

  let namespace = ''
  const named = parts[at + 1]
  if (parts[at] === 'namespaces' && named !== undefined) {
    namespace = named
    const next = parts[at + 2]
    if (next !== undefined && next !== 'status' && next !== 'finalize') at += 2
  }

  let name = parts[at + 1] ?? ''
  const subresource = verb === 'proxy' ? '' : (parts[at + 2] ?? '')
  if (name === '' && verb === 'get') {
    verb = isTrue(query.get('watch')) ? 'watch' : 'list'
    name = pinnedName(query)
  }
  if (name === '' && verb === 'delete') verb = 'deletecollection'
  return {
    isResourceRequest: true,
    path,
    query,
    verb,
    apiPrefix,
    group,
    version,
    namespace,
    resource: parts[at] ?? '',
    subresource,
    name,
    parts,
  }
}

// upstream: requestinfo.go, splitPath – slashes at both ends are ignored, empty segments between are not.
function splitPath(path: string): string[] {
  let start = 0
  let end = path.length
  while (start < end && path.charCodeAt(start) === 0x2f) start++
  while (end > start && path.charCodeAt(end - 1) === 0x2f) end--
  // `split` costs three times as much for a text that was just received.
  const segments: string[] = []
  while (start < end) {
    let slash = path.indexOf('/', start)
    if (slash < 0 || slash > end) slash = end
    segments.push(path.slice(start, slash))
    start = slash + 1
  }
  return segments
}

function plainRequest(method: string, path: string, query: URLSearchParams, apiPrefix: string): RequestInfo {
  return {
    isResourceRequest: false,
    path,
    query,
    verb: method.toLowerCase(),
    apiPrefix,
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
  }
}

function verbOf(method: string): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return 'get'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return 'delete'
    default:
      return ''
  }
}

// upstream: apimachinery/pkg/runtime/conversion.go, Convert_Slice_string_To_bool – true, except for the values `false` and `0`.
function isTrue(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

/** The name in the field selector; undefined if the parameters are invalid. */
function pinnedName(query: URLSearchParams): string {
  const text = query.get('fieldSelector')
  if (text === null || text === '' || !isInteger(query.get('limit')) || !isInteger(query.get('timeoutSeconds')))
    return ''
  try {
    parseLabelSelector(query.get('labelSelector') ?? '')
    const name = parseFieldSelector(text).value('metadata.name') ?? ''
    return name === '.' || name === '..' || name.includes('/') || name.includes('%') ? '' : name
  } catch (error) {
    if (error instanceof StatusError) return ''
    throw error
  }
}

function isInteger(value: string | null): boolean {
  return value === null || /^([+-]?[0-9]+)?$/.test(value)
}

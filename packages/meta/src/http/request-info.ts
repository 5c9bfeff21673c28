import { badRequest } from '../errors/errors.ts'
import { parseFieldSelector } from '../selectors/field-selector.ts'
import { parseLabelSelector } from '../selectors/label-selector.ts'
import { parseRequestTarget } from './request-target.ts'
import { StatusError } from '../errors/status.ts'

/** What a request asks to be done with a resource. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'connect'

/** What the URL and the method ask for; the one parse that routing, authorization and storage share. */
export interface RequestInfo {
  /** True for `/api/v1/…` and `/apis/<group>/<version>/…` with a resource. */
  readonly isResourceRequest: boolean
  /** Decoded path, never normalised. */
  readonly path: string
  /** Decoded query parameters; the first of repeated ones wins in `get`. */
  readonly query: URLSearchParams
  /**
   * A {@link Verb} for a resource request, else the lower-case HTTP method. `proxy` where the path says so in place of
   * the method, empty for a method that no resource has.
   */
  readonly verb: string
  /** `api`, `apis`, or empty. */
  readonly apiPrefix: string
  readonly group: string
  readonly version: string
  /** Of a namespace itself, its own name. */
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  /** For a list or watch, the name its field selector pins. */
  readonly name: string
  /** Path segments after `api/v1` or `apis/group/version`, `watch`, `namespaces` and the namespace included. */
  readonly parts: readonly string[]
}

/**
 * Reads a method (upper case) and a request target as they stood on the wire. Throws a StatusError 400 for a target
 * that cannot be decoded, and for `watch` or `proxy` in front of nothing.
 */
// upstream: apiserver/pkg/endpoints/request/requestinfo.go, NewRequestInfo
export function parseRequestInfo(method: string, target: string): RequestInfo {
  const { path, query } = parseRequestTarget(target)
  const segments = splitPath(path)
  const apiPrefix = segments[0]
  if (segments.length < 3 || (apiPrefix !== 'api' && apiPrefix !== 'apis')) return plainRequest(method, path, query, '')
  const grouped = apiPrefix === 'apis'
  if (grouped && segments.length < 4) return plainRequest(method, path, query, apiPrefix)

  const group = grouped ? segments[1]! : ''
  const version = grouped ? segments[2]! : segments[1]!
  const parts = segments.slice(grouped ? 3 : 2)
  let at = 0
  let verb: string
  if (parts[0] === 'watch' || parts[0] === 'proxy') {
    if (parts.length < 2) throw badRequest(`unable to determine kind and namespace from url, ${target}`)
    verb = parts[0]
    at = 1
  } else verb = verbOf(method)

  let namespace = ''
  if (parts[at] === 'namespaces' && parts.length > at + 1) {
    namespace = parts[at + 1]!
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
    resource: parts[at]!,
    subresource,
    name,
    parts,
  }
}

// upstream: requestinfo.go, splitPath – slashes at both ends do not count, empty segments between do.
function splitPath(path: string): string[] {
  let start = 0
  let end = path.length
  while (start < end && path.charCodeAt(start) === 0x2f) start++
  while (end > start && path.charCodeAt(end - 1) === 0x2f) end--
  return start === end ? [] : path.slice(start, end).split('/')
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

// upstream: apimachinery/pkg/runtime/conversion.go, Convert_Slice_string_To_bool – present is true, but for two words.
function isTrue(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

/** The name that the field selector asks for; none where the parameters would be refused. */
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

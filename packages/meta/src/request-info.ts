/** What a request asks to be done with a resource. */
export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'connect'

/** What the URL and the method ask for; the one parse that routing, authorization and storage share. */
export interface RequestInfo {
  /** True for `/api/v1/…` and `/apis/<group>/<version>/…` with a resource. */
  readonly isResourceRequest: boolean
  /** Decoded path, never normalised. */
  readonly path: string
  /** Decoded query parameters; the first of repeated ones wins in `get`. */
  readonly query: URLSearchParams
  /** A {@link Verb} for a resource request, else the lower-case HTTP method. */
  readonly verb: string
  /** `api`, `apis`, or empty. */
  readonly apiPrefix: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** Path segments after `api/v1` or `apis/group/version`. */
  readonly parts: readonly string[]
}

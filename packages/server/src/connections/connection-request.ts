import type { HttpRequest, RequestInfo, Vocabulary } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'

/** A request for a connection, after authorization and admission. */
export interface ConnectionRequest {
  readonly request: Pick<RequestScope, 'namespace' | 'name' | 'subresource' | 'served'> & { readonly info: RequestInfo }
  /** The options of the query, decoded. */
  readonly options: Readonly<Record<string, unknown>>
  readonly http: HttpRequest
  /** The headers of a reply that is not upgraded. */
  readonly headers: (contentType: string) => Record<string, string | readonly string[]>
  readonly vocabulary: Vocabulary
}

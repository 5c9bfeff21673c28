import type { HttpReply, Random, Vocabulary } from '@pinnace/meta'
import type { Peers, ProxiedRequest, RemoteApiService } from '@pinnace/aggregation'
import type { RequestMetrics } from '@pinnace/metrics'
import type { ListCaches } from './list-reply.ts'
import type { InterceptionContext } from '../pipeline/intercept.ts'
import type { NonResourceHandler } from './non-resource.ts'
import type { RepresentationContext } from './representation.ts'
import type { WatchReplyContext } from './watch-reply.ts'

/** What reading and writing HTTP needs of the server. */
export interface HttpContext extends RepresentationContext, WatchReplyContext, ListCaches, InterceptionContext {
  readonly vocabulary: Vocabulary
  readonly random: Random
  /** Large replies are compressed for clients that accept gzip: the feature gate APIResponseCompression. */
  readonly compresses: boolean
  /** `/healthz`, `/version`, discovery, OpenAPI. */
  readonly nonResource: NonResourceHandler
  /** Undefined for a server that forwards no requests to peers. */
  readonly peers: Pick<Peers, 'serversOf' | 'proxy'> | undefined
  /** Undefined without metrics. */
  readonly requests: RequestMetrics | undefined
  readonly aggregation: {
    /** The server that an APIService names for the path of a group version; undefined if this server serves it. */
    remoteOfPath(path: string): RemoteApiService | undefined
    proxy(request: ProxiedRequest, apiService: RemoteApiService): Promise<HttpReply>
  }
}

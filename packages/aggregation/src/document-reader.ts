import type { WholeReply } from '@pinnace/http-client'
import type { Clock, Vocabulary } from '@pinnace/meta'
import type { VersionDiscovery } from '@pinnace/openapi'
import type { ApiServiceInfo, RemoteApiService } from './api-service-info.ts'
import type { BackendAddress } from './backend.ts'
import type { Backends } from './backends.ts'
import { fetchDocument } from './fetch-document.ts'
import { readRemoteDiscovery, staleDiscovery } from './remote-discovery.ts'
import type { ServiceResolver } from './resolve-target.ts'

/** Options for {@link createDocumentReader}. */
export interface DocumentReaderOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly backends: Backends
  readonly resolver: ServiceResolver
  readonly signal: AbortSignal
  readonly onError: (error: unknown, message: string) => void
}

/** A document to request. */
export interface DocumentQuery {
  readonly path: string
  readonly accept: string
  /** The ETag of the copy at hand. */
  readonly etag?: string | undefined
}

/** Reads documents of other servers. Their certificates are verified, and no reply is awaited longer than 10 seconds. */
export interface DocumentReader {
  /** Requests a document from any address of the server. */
  read(apiService: RemoteApiService, query: DocumentQuery): Promise<WholeReply>
  /** What the server at an address serves; `known`, marked as stale, if that cannot be found out. */
  discover(
    apiService: ApiServiceInfo,
    address: BackendAddress,
    known: VersionDiscovery | undefined,
  ): Promise<VersionDiscovery>
}

const timeoutMs = 10_000

/** Creates a {@link DocumentReader}. */
export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { vocabulary, backends, resolver, signal, onError } = options
  return {
    async read({ name, target }, query) {
      const { addresses } = await resolver.resolve(target)
      const [address] = addresses
      if (address === undefined) throw new Error(`the service of ${name} has no address`)
      return fetchDocument(backends.trusted(target), { ...query, address, timeoutMs, signal }, options)
    },
    async discover(apiService, address, known) {
      const { target, name, version } = apiService
      if (target === undefined) return staleDiscovery(version, known)
      try {
        const read = (path: string, accept: string): Promise<WholeReply> =>
          fetchDocument(backends.trusted(target), { path, accept, address, timeoutMs, signal }, options)
        return await readRemoteDiscovery(read, apiService, vocabulary)
      } catch (error) {
        if (!signal.aborted) onError(error, `discovery of ${name} failed`)
        return staleDiscovery(version, known)
      }
    },
  }
}

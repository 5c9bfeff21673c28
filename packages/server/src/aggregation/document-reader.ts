import type { ResolveService } from '@pinnace/admission'
import type { WholeReply } from '@pinnace/http-client'
import type { Clock, Vocabulary } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import type { VersionDiscovery } from '@pinnace/openapi'
import { askBackend } from './ask-backend.ts'
import type { BackendAddress } from './backend.ts'
import type { Backends } from './backends.ts'
import type { Registration } from './registration.ts'
import type { RemoteRegistration } from './registration-index.ts'
import { readRemoteDiscovery, staleDiscovery } from './remote-discovery.ts'
import { resolveTarget } from './service-address.ts'

/** Options for {@link createDocumentReader}. */
export interface DocumentReaderOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly backends: Backends
  readonly core: () => ServerCore
  readonly resolveService: ResolveService | undefined
  readonly signal: AbortSignal
}

/** Reads documents of registered servers, whose certificates must be right. */
export interface DocumentReader {
  /** Asks wherever the server is now. */
  ask(registration: RemoteRegistration, path: string, accept: string, etag?: string): Promise<WholeReply>
  /** What a server that is there says of its version; what was known before where it does not say. */
  discover(
    registration: Registration,
    address: BackendAddress,
    before: VersionDiscovery | undefined,
    onError: (error: unknown, what: string) => void,
  ): Promise<VersionDiscovery>
}

const timeoutMs = 10_000

/** No question is waited for longer than ten seconds. */
export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { vocabulary, clock, backends, core, resolveService, signal } = options
  const askAt = (
    { target }: Registration,
    address: BackendAddress,
    path: string,
    accept: string,
    etag?: string,
  ): Promise<WholeReply> => {
    const question = { address, path, accept, etag, timeoutMs, signal }
    return askBackend(backends.trusted(target!), question, { clock, vocabulary })
  }
  return {
    async ask(registration, path, accept, etag) {
      const { addresses } = await resolveTarget(core(), registration.target, resolveService)
      if (addresses.length === 0) throw new Error(`the service of ${registration.name} has no address`)
      return askAt(registration, addresses[0]!, path, accept, etag)
    },
    async discover(registration, address, before, onError) {
      try {
        const ask = (path: string, accept: string): Promise<WholeReply> => askAt(registration, address, path, accept)
        return await readRemoteDiscovery(ask, registration, vocabulary)
      } catch (error) {
        if (!signal.aborted) onError(error, `what ${registration.name} serves cannot be discovered`)
        return staleDiscovery(registration.version, before)
      }
    },
  }
}

import type { MountOptions } from '@pinnace/hosts'
import { createServer } from './create-server.ts'
import type { ServerOptions } from './server-options.ts'
import type { Server } from './server.ts'

/** A server that is created when it is first used. */
export interface LazyServer {
  /** The server: the same one for every call. A creation that failed is tried again. */
  server(): Promise<Server>
  /** Answers a web Request; creates the server for the first one. */
  fetch(this: void, request: Request, options?: MountOptions<Request>): Promise<Response>
}

/**
 * A server for the module scope of a worker (workerd), where randomness and timers are not available before the first
 * request.
 *
 * @example
 * const api = createLazyServer({ vocabulary: 'kubernetes' })
 * export default { fetch: (request) => api.fetch(request) }
 */
export function createLazyServer(options: ServerOptions = {}): LazyServer {
  let creating: Promise<Server> | undefined
  const server = (): Promise<Server> => {
    creating ??= createServer(options).catch((error: unknown) => {
      creating = undefined
      throw error
    })
    return creating
  }
  return {
    server,
    fetch: async (request, mount) => (await server()).fetch(request, mount),
  }
}

import { BoundedMap } from '@pinnace/meta'
import type { TlsOptions } from './connections.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts'

/** Options for {@link createHttpClientPool}: those of every client of the pool. */
export interface HttpClientPoolOptions extends Omit<HttpClientOptions, 'tls'> {
  /** Clients that are kept; the least recently used is closed first. */
  readonly maxClients: number
}

/** One client for each set of TLS settings. */
export interface HttpClientPool extends Disposable {
  /** Once the pool is disposed, a client that keeps no connections. */
  client(tls: TlsOptions): HttpClient
}

/** Clients that are made when they are first needed, and closed with the pool; requests in progress are completed. */
export function createHttpClientPool({ maxClients, ...options }: HttpClientPoolOptions): HttpClientPool {
  const clients = new BoundedMap<string, HttpClient>({ maxEntries: maxClients, dispose: (client) => client.close() })
  let isDisposed = false
  return {
    client(tls) {
      const key = JSON.stringify([tls.ca, tls.cert, tls.key, tls.serverName, tls.insecureSkipVerify])
      const known = clients.get(key)
      if (known !== undefined) return known
      const client = createHttpClient({ ...options, tls })
      if (isDisposed) client.close()
      else clients.set(key, client)
      return client
    },
    [Symbol.dispose]() {
      isDisposed = true
      clients.clear()
    },
  }
}

import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { createFaultyStore, createSeededRandom, type FaultyStore } from '@pinnace/testing'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'

/** Servers over one store, each with a connection of its own. */
export interface Cluster extends AsyncDisposable {
  readonly store: MemoryStore
  readonly connections: readonly FaultyStore[]
  readonly servers: readonly [Server, Server]
}

/** Starts two servers over one store; `own` are the options of the first and of the second. */
export async function startCluster(
  options: ServerOptions = {},
  own: readonly [ServerOptions, ServerOptions] = [{}, {}],
): Promise<Cluster> {
  const store = createMemoryStore()
  const random = createSeededRandom(1)
  const connections = own.map(() => createFaultyStore({ store, random }))
  const servers: Server[] = []
  for (const [index, connection] of connections.entries()) {
    const given: ServerOptions = { vocabulary: 'kubernetes', preset: 'testing', ...options, ...own[index] }
    servers.push(await createServer({ ...given, store: connection.store }))
  }
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new TypeError('two servers were expected')
  return {
    store,
    connections,
    servers: [first, second],
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.recover()
      for (const server of servers) await server.close()
    },
  }
}

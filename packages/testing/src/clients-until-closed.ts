import { createClientOver, type Client, type Transport } from '@pinnace/client'
import type { ClientOptions, Server } from '@pinnace/server'

/** Clients of a server that can be closed together. */
export interface ClosableClients {
  /** A client that acts as a user; as the server itself without one. */
  connect(options?: ClientOptions): Client
  /** Every later call of all clients throws; calls in flight complete. */
  close(): void
}

/** Clients of a server, to be closed together. */
export function clientsUntilClosed(server: Server): ClosableClients {
  let isClosed = false
  const assertOpen = (): void => {
    if (isClosed) throw new Error('the controllers of this server have been stopped')
  }
  const open =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      assertOpen()
      return call(...given)
    }
  const gated = (transport: Transport): Transport => ({
    get: open(transport.get),
    list: open(transport.list),
    watch(target, options) {
      assertOpen()
      return transport.watch(target, options)
    },
    create: open(transport.create),
    update: open(transport.update),
    patch: open(transport.patch),
    apply: open(transport.apply),
    delete: open(transport.delete),
    deleteCollection: open(transport.deleteCollection),
    discover: open(transport.discover),
  })
  const find: NonNullable<Parameters<typeof createClientOver>[0]['find']> = (name) => server.registry.byGvk(name)
  return {
    connect: (options) =>
      createClientOver({ transport: gated(server.connect(options).transport), vocabulary: server.vocabulary, find }),
    close: () => void (isClosed = true),
  }
}

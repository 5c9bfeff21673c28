import { createClientOver, type Client, type Transport } from '@pinnace/client'
import type { Server } from '@pinnace/server'

/** A client, and what ends it: every call after that is refused, those under way come to their end. */
export interface ClosableClient {
  readonly client: Client
  close(): void
}

/** A client of a server that can be taken away from those who use it, at once. */
export function clientUntilClosed(server: Server): ClosableClient {
  const { transport } = server.connect()
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
  const gated: Transport = {
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
  }
  const find: NonNullable<Parameters<typeof createClientOver>[0]['find']> = (name) => server.registry.byGvk(name)
  return {
    client: createClientOver({ transport: gated, vocabulary: server.vocabulary, find }),
    close: () => void (isClosed = true),
  }
}

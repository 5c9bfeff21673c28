import {
  createResourceClient,
  type ResourceClient,
  type ResourceIdentity,
  type Transport,
  type WatchEvent,
} from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'

/** A transport to a real server whose watches can be cut, held and made to stammer. */
export interface FaultyTransport extends Transport {
  /** Ends every watch under way: with an error, or as a server ends one. */
  cut(error?: Error): void
  /** Thrown by the next calls, one each. */
  readonly failures: Error[]
  /** Every event of a watch is sent twice while this is on. */
  stammers: boolean
  /** What has been asked: `list`, `watch 17`, `watch state`. */
  readonly asked: string[]
  readonly openWatches: number
}

/** Puts faults between a client and its server. */
export function createFaultyTransport(inner: Transport): FaultyTransport {
  const watches = new Set<(error?: Error) => void>()
  const fail = (): void => {
    const failure = transport.failures.shift()
    if (failure !== undefined) throw failure
  }
  const transport: FaultyTransport = {
    ...inner,
    failures: [],
    stammers: false,
    asked: [],
    get openWatches() {
      return watches.size
    },
    cut(error) {
      for (const end of watches) end(error)
    },
    async list(target, options) {
      transport.asked.push('list')
      fail()
      return inner.list(target, options)
    },
    async *watch(target, options): AsyncIterableIterator<WatchEvent> {
      transport.asked.push(`watch ${options.resourceVersion ?? 'state'}`)
      fail()
      const ending = new AbortController()
      let cause: { readonly error: Error | undefined } | undefined
      const end = (error?: Error): void => {
        cause ??= { error }
        ending.abort()
      }
      const onAbort = (): void => end()
      options.signal?.addEventListener('abort', onAbort, { once: true })
      watches.add(end)
      try {
        for await (const event of inner.watch(target, { ...options, signal: ending.signal })) {
          if (cause !== undefined) break
          yield event
          if (transport.stammers && event.type !== 'BOOKMARK') yield event
        }
        if (cause?.error !== undefined) throw cause.error
      } finally {
        watches.delete(end)
        options.signal?.removeEventListener('abort', onAbort)
      }
    },
  }
  return transport
}

/** A client over such a transport. */
export function faultyClient<T extends ApiObject>(
  transport: Transport,
  identity: ResourceIdentity,
  namespace = '',
): ResourceClient<T> {
  return createResourceClient<T>(transport, identity, { namespace })
}

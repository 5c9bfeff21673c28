import { Client, credentials, status } from '@grpc/grpc-js'
import { delay, type Clock } from '@pinnace/meta'

/** Options for {@link createPluginCalls}. */
export interface PluginCallsOptions {
  /** A `unix:` URL. */
  readonly endpoint: string
  /** `/v2.KeyManagementService/` */
  readonly servicePath: string
  /** What messages call the plugin: `KMS plugin`. */
  readonly plugin: string
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Unary calls of a plugin over gRPC. They reject with the error of gRPC, or after the timeout. */
export interface PluginCalls {
  call<T>(name: string, request: Uint8Array, read: (bytes: Uint8Array) => T): Promise<T>
  close(): void
}

/** A plugin answers with keys, ciphertexts and signatures, which are small. */
const maxResponseBytes = 1024 * 1024

/** Creates the client of a plugin. It connects with the first call. */
export function createPluginCalls(options: PluginCallsOptions): PluginCalls {
  const { endpoint, servicePath, plugin, timeoutMs, clock } = options
  const client = new Client(`unix:${socketOf(endpoint)}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': maxResponseBytes,
    // A plugin that was gone is asked again soon.
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.initial_reconnect_backoff_ms': 100,
  })
  return {
    call: (name, request, read) =>
      new Promise((resolve, reject) => {
        const answered = new AbortController()
        const running = client.makeUnaryRequest(
          `${servicePath}${name}`,
          (bytes: Uint8Array) => Buffer.from(bytes),
          read,
          request,
          (error, response) => {
            answered.abort()
            if (error !== null) reject(error)
            else if (response === undefined) reject(new TypeError(`the ${plugin} has not answered`))
            else resolve(response)
          },
        )
        delay(clock, timeoutMs, answered.signal, { keepAlive: false }).then(
          () => {
            const message = `the ${plugin} has not answered ${name} within ${timeoutMs} ms`
            reject(Object.assign(new TypeError(message), { code: status.DEADLINE_EXCEEDED }))
            running.cancel()
          },
          () => undefined,
        )
      }),
    close: () => client.close(),
  }
}

function socketOf(endpoint: string): string {
  const { pathname } = new URL(endpoint)
  // upstream: apiserver/pkg/storage/value/encrypt/envelope/util.ParseEndpoint – a path with @ is an abstract socket there.
  if (pathname.startsWith('/@')) throw new TypeError(`abstract sockets are not supported: ${endpoint}`)
  return decodeURIComponent(pathname)
}

import { Client, credentials, status } from '@grpc/grpc-js'
import { grpcStatusOf } from '@pinnace/encryption'
import { delay, type Clock } from '@pinnace/meta'
import {
  readDecryptResponse,
  readEncryptResponse,
  readStatusResponse,
  statusRequest,
  writeDecryptRequest,
  writeEncryptRequest,
  type DecryptRequest,
  type EncryptResponse,
  type StatusResponse,
} from './messages.ts'

/** The calls of a KMS plugin. They reject with the error of gRPC, or after the timeout. */
export interface KmsClient {
  status(): Promise<StatusResponse>
  encrypt(plaintext: Uint8Array, uid: string): Promise<EncryptResponse>
  decrypt(request: DecryptRequest): Promise<Uint8Array>
  close(): void
}

/** A call that has ended. */
export interface KmsCall {
  /** `/v2.KeyManagementService/Status` */
  readonly method: string
  readonly durationMs: number
  /** The name of its gRPC status: `OK`, `Unavailable`. */
  readonly status: string
}

/** Options for {@link createKmsClient}. */
export interface KmsClientOptions {
  /** A `unix:` URL. */
  readonly endpoint: string
  readonly timeoutMs: number
  readonly clock: Clock
  readonly onCall: (call: KmsCall) => void
}

const servicePath = '/v2.KeyManagementService/'

/** A plugin answers with keys and their ciphertexts, which are small. */
const maxResponseBytes = 1024 * 1024

/** Creates the client of a plugin. It connects with the first call. */
export function createKmsClient({ endpoint, timeoutMs, clock, onCall }: KmsClientOptions): KmsClient {
  const client = new Client(`unix:${socketOf(endpoint)}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': maxResponseBytes,
    // A plugin that was gone is asked again soon.
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.initial_reconnect_backoff_ms': 100,
  })
  const ask = <T>(name: string, request: Uint8Array, read: (bytes: Uint8Array) => T): Promise<T> =>
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
          else if (response === undefined) reject(new TypeError('the KMS plugin has not answered'))
          else resolve(response)
        },
      )
      delay(clock, timeoutMs, answered.signal, { keepAlive: false }).then(
        () => {
          const message = `the KMS plugin has not answered ${name} within ${timeoutMs} ms`
          reject(Object.assign(new TypeError(message), { code: status.DEADLINE_EXCEEDED }))
          running.cancel()
        },
        () => undefined,
      )
    })
  const call = async <T>(name: string, request: Uint8Array, read: (bytes: Uint8Array) => T): Promise<T> => {
    const began = clock.monotonic()
    const end = (outcome: string): void =>
      onCall({ method: `${servicePath}${name}`, durationMs: clock.monotonic() - began, status: outcome })
    try {
      const response = await ask(name, request, read)
      end('OK')
      return response
    } catch (error) {
      end(grpcStatusOf(error))
      throw error
    }
  }
  return {
    status: () => call('Status', statusRequest, readStatusResponse),
    encrypt: (plaintext, uid) => call('Encrypt', writeEncryptRequest(plaintext, uid), readEncryptResponse),
    decrypt: (request) => call('Decrypt', writeDecryptRequest(request), readDecryptResponse),
    close: () => client.close(),
  }
}

function socketOf(endpoint: string): string {
  const { pathname } = new URL(endpoint)
  // upstream: apiserver/pkg/storage/value/encrypt/envelope/util.ParseEndpoint – a path with @ is an abstract socket there.
  if (pathname.startsWith('/@')) throw new TypeError(`abstract sockets are not supported: ${endpoint}`)
  return decodeURIComponent(pathname)
}

import { grpcStatusOf } from '@pinnace/encryption'
import type { Clock } from '@pinnace/meta'
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
import { createPluginCalls } from './plugin-calls.ts'

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

/** Creates the client of a plugin. It connects with the first call. */
export function createKmsClient({ endpoint, timeoutMs, clock, onCall }: KmsClientOptions): KmsClient {
  const calls = createPluginCalls({ endpoint, servicePath, plugin: 'KMS plugin', timeoutMs, clock })
  const call = async <T>(name: string, request: Uint8Array, read: (bytes: Uint8Array) => T): Promise<T> => {
    const began = clock.monotonic()
    const end = (outcome: string): void =>
      onCall({ method: `${servicePath}${name}`, durationMs: clock.monotonic() - began, status: outcome })
    try {
      const response = await calls.call(name, request, read)
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
    close: () => calls.close(),
  }
}

import type { Awaitable } from './store.ts'

/**
 * Changes values on their way to and from the store: encryption. The key of an entry is authenticated with its value, so
 * that a value cannot be moved to another key.
 */
export interface ValueTransformer {
  /** The bytes that are stored for a value. */
  toStorage(value: Uint8Array, key: string): Awaitable<Uint8Array>
  /** The value of stored bytes. Throws for bytes that cannot be read. */
  fromStorage(stored: Uint8Array, key: string): Awaitable<TransformedValue>
}

/** A value read by a {@link ValueTransformer}. */
export interface TransformedValue {
  readonly value: Uint8Array
  /** True for bytes that {@link ValueTransformer.toStorage} would no longer write: an update rewrites them. */
  readonly isStale: boolean
}

/** One use of a provider of encryption. */
export interface Transformation {
  readonly type: 'to_storage' | 'from_storage'
  /**
   * The prefix of the provider, or of its key: `k8s:enc:aescbc:v1:`, `key1:`; `identity` for a value read without one, an
   * empty text for a value written without one, and `unknown` for a value that no provider could read.
   */
  readonly prefix: string
  /** `secrets`, `deployments.apps` */
  readonly resource: string
  /** Milliseconds. */
  readonly durationMs: number
  /** `OK`, the name of a gRPC status (`Unavailable`), or `unknown-non-grpc`. */
  readonly status: string
}

/** What a KMS plugin was asked, and what its keys were used for. `provider` is its name in the configuration. */
export type KmsEvent =
  | {
      readonly type: 'called'
      readonly provider: string
      /** The method of gRPC: `/v2.KeyManagementService/Status`. */
      readonly method: string
      /** Milliseconds. */
      readonly durationMs: number
      /** As {@link Transformation.status}. */
      readonly status: string
    }
  /** The status of the plugin named its key. */
  | { readonly type: 'keyReported'; readonly provider: string; readonly keyId: string }
  /** The status of the plugin named a key that cannot be used. */
  | { readonly type: 'keyRejected'; readonly provider: string; readonly error: 'empty' | 'too_long' }
  /** A value was encrypted or decrypted with a key. */
  | {
      readonly type: 'keyUsed'
      readonly provider: string
      readonly transformation: Transformation['type']
      readonly keyId: string
    }
  /** A value was read whose key the plugin must decrypt first. */
  | { readonly type: 'cacheMissed'; readonly provider: string }
  /** The number of decrypted keys in memory has changed. */
  | { readonly type: 'cacheResized'; readonly provider: string; readonly size: number }

/** What an {@link Encryption} reports, for metrics. */
export interface EncryptionObserver {
  transformed(transformation: Transformation): void
  /** @default events of KMS plugins are not observed */
  kms?(event: KmsEvent): void
  /** A configuration is in use: the text of its file. */
  configured(text: string): void
  /** A file that has changed was read again. */
  reloaded(status: 'success' | 'failure'): void
}

/** Chooses transformers by resource. */
export interface Encryption {
  /** Checks of the readiness and health of a server; a check throws if it fails. @default none */
  readonly healthChecks?: readonly { readonly name: string; check(): Awaitable<void> }[]
  /** The transformer of a resource; undefined for one that is stored as it is. The answer may change over time. */
  transformerOf(resource: { readonly group: string; readonly resource: string }): ValueTransformer | undefined
  /** Reports to an observer until the returned function is called. @default nothing is reported */
  observe?(observer: EncryptionObserver): () => void
}

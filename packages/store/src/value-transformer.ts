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

/** What an {@link Encryption} reports, for metrics. */
export interface EncryptionObserver {
  transformed(transformation: Transformation): void
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

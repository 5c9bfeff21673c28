import { encryptedValuePrefix, thenMaybe, type Awaitable } from '@pinnace/meta'
import type { TransformedValue, ValueTransformer } from '@pinnace/store'
import { unmeasured, type Measure } from './measure.ts'

/** A transformer with a key in this process. */
export interface LocalTransformer {
  toStorage(value: Uint8Array, key: string): Uint8Array
  fromStorage(stored: Uint8Array, key: string): Uint8Array
}

/** A transformer for values that begin with a prefix, which it does not see. */
export interface PrefixTransformer {
  readonly prefix: Buffer
  readonly transformer: ValueTransformer
}

/** The transformer of keys in this process. */
export function localTransformer({ toStorage, fromStorage }: LocalTransformer): ValueTransformer {
  return {
    toStorage,
    fromStorage: (stored, key) => ({ value: fromStorage(stored, key), isStale: false }),
  }
}

/** Leaves values as they are, and rejects encrypted ones. */
// upstream: apiserver/pkg/storage/value/encrypt/identity/identity.go
export const identityTransformer: ValueTransformer = {
  toStorage: (value) => value,
  fromStorage(stored) {
    if (startsWith(stored, encrypted)) throw new TypeError('identity transformer tried to read encrypted data')
    return { value: stored, isStale: false }
  },
}

const encrypted = Buffer.from(encryptedValuePrefix)

/**
 * Writes with the first transformer, and reads with the first one whose prefix a value has and which can read it. What
 * another than the first reads is stale.
 */
// upstream: apiserver/pkg/storage/value/transformer.go, prefixTransformers
export function prefixTransformers(
  transformers: readonly PrefixTransformer[],
  noMatch: string,
  measure: Measure = unmeasured,
): ValueTransformer {
  const [first] = transformers
  if (first === undefined) throw new TypeError('at least one transformer is required')
  const written = first.prefix.toString()
  return {
    toStorage: (value, key) =>
      measure('to_storage', written, () =>
        thenMaybe(first.transformer.toStorage(value, key), (stored) =>
          first.prefix.length === 0 ? stored : Buffer.concat([first.prefix, stored]),
        ),
      ),
    fromStorage: (stored, key) => read({ transformers, noMatch, measure, stored, key }, 0, []),
  }
}

interface Reading {
  readonly transformers: readonly PrefixTransformer[]
  readonly noMatch: string
  readonly measure: Measure
  readonly stored: Uint8Array
  readonly key: string
}

function read(reading: Reading, from: number, failures: readonly unknown[]): Awaitable<TransformedValue> {
  const { transformers, noMatch, measure, stored, key } = reading
  for (let index = from; index < transformers.length; index++) {
    const candidate = transformers[index]
    if (candidate === undefined || !startsWith(stored, candidate.prefix)) continue
    // A value of another provider is no failure of the one without a prefix.
    const known = (error: unknown): readonly unknown[] =>
      candidate.prefix.length === 0 ? failures : [...failures, error]
    const name = candidate.prefix.length === 0 ? 'identity' : candidate.prefix.toString()
    const result = attempt(() =>
      measure('from_storage', name, () =>
        candidate.transformer.fromStorage(stored.subarray(candidate.prefix.length), key),
      ),
    )
    if (result instanceof Promise) {
      return result.then(
        (value) => stale(value, index),
        (error: unknown) => read(reading, index + 1, known(error)),
      )
    }
    if ('value' in result) return stale(result, index)
    return read(reading, index + 1, known(result.error))
  }
  const [only, ...others] = failures
  return measure('from_storage', 'unknown', () => {
    if (only === undefined) throw new TypeError(noMatch)
    if (others.length === 0) throw only
    throw new AggregateError(failures, `[${failures.map(messageOf).join(', ')}]`)
  })
}

function attempt(run: () => Awaitable<TransformedValue>): Awaitable<TransformedValue> | { readonly error: unknown } {
  try {
    return run()
  } catch (error) {
    return { error }
  }
}

function stale({ value, isStale }: TransformedValue, index: number): TransformedValue {
  return { value, isStale: isStale || index > 0 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function startsWith(value: Uint8Array, prefix: Buffer): boolean {
  return value.length >= prefix.length && prefix.compare(value, 0, prefix.length) === 0
}

import { createHash } from 'node:crypto'
import { EncryptionConfigurationError, type KmsConfiguration, type KmsProvider } from '@pinnace/encryption'
import type { LocalTransformer } from '@pinnace/encryption'
import { BoundedMap, delay, parseDuration, systemClock, systemRandom, type Clock, type Random } from '@pinnace/meta'
import type { KmsEvent, TransformedValue } from '@pinnace/store'
import {
  assertKeyId,
  keyIdProblem,
  readEncryptedObject,
  writeEncryptedObject,
  type EncryptedObject,
} from './encrypted-object.ts'
import { createKmsClient, type KmsCall, type KmsClient } from './kms-client.ts'
import { valueCipher } from './value-ciphers.ts'
import { createWriteKey, type WriteKey } from './write-key.ts'

/** Options for {@link connectKms}. */
export interface KmsOptions {
  readonly clock?: Clock
  readonly random?: Random
  /** Called with what the plugin was asked, and what its keys were used for. @default nothing is reported */
  readonly report?: (event: KmsEvent) => void
}

/** An event without the name of the plugin. */
type OwnEvent<E = KmsEvent> = E extends KmsEvent ? Omit<E, 'provider'> : never

// upstream: apiserver/pkg/server/options/encryptionconfig/config.go and envelope/kmsv2/envelope.go
const defaultTimeoutMs = 3000
const healthyIntervalMs = 60_000
const unhealthyIntervalMs = 10_000
/** A write key must be confirmed by the status of the plugin within this time. */
const writeKeyMs = 180_000
/** How long a decrypted key is kept without the plugin. */
const readKeyMs = 3_600_000
const maxReadKeys = 1000
const healthyResultMs = 20_000
const unhealthyResultMs = 3000

/**
 * Connects a KMS v2 plugin. Asks its status at once, and then every minute, every 10 seconds while it fails; a new key ID
 * makes a new seed, which the plugin encrypts. Resolves after the first status, also if it fails: reads and writes fail
 * then, and the health check says why.
 */
export async function connectKms(configuration: KmsConfiguration, options: KmsOptions = {}): Promise<KmsProvider> {
  const { endpoint, timeout, name } = configuration
  const { clock = systemClock, random = systemRandom, report = () => {} } = options
  const reportOwn = (event: OwnEvent): void => report({ ...event, provider: name })
  const timeoutMs = timeout === undefined ? defaultTimeoutMs : (parseDuration(timeout) ?? defaultTimeoutMs)
  let client: KmsClient
  try {
    const onCall = (call: KmsCall): void => reportOwn({ type: 'called', ...call })
    client = createKmsClient({ endpoint, timeoutMs, clock, onCall })
  } catch (cause) {
    throw new EncryptionConfigurationError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  const provider = new Plugin(client, { clock, random, report: reportOwn })
  await provider.start()
  return provider
}

interface PluginContext {
  readonly clock: Clock
  readonly random: Random
  readonly report: (event: OwnEvent) => void
}

class Plugin implements KmsProvider {
  readonly transformer = {
    toStorage: (value: Uint8Array, key: string): Uint8Array => this.#encrypt(value, key),
    fromStorage: (stored: Uint8Array, key: string): TransformedValue | Promise<TransformedValue> =>
      this.#decrypt(stored, key),
  }
  readonly #client: KmsClient
  readonly #clock: Clock
  readonly #random: Random
  readonly #report: (event: OwnEvent) => void
  readonly #stop = new AbortController()
  readonly #readKeys: BoundedMap<string, LocalTransformer>
  /** Keys that the plugin is decrypting: as many as there are reads that wait, each for the timeout at most. */
  readonly #pending = new Map<string, Promise<LocalTransformer>>()
  #writeKey: WriteKey | undefined
  #probing: Promise<void> | undefined
  #lastProbe: { readonly atMs: number; readonly error: unknown } | undefined

  constructor(client: KmsClient, { clock, random, report }: PluginContext) {
    this.#client = client
    this.#clock = clock
    this.#random = random
    this.#report = report
    this.#readKeys = new BoundedMap({ maxEntries: maxReadKeys, ttlMs: readKeyMs, clock })
  }

  async start(): Promise<void> {
    await this.#probe().catch(() => undefined)
    void this.#poll()
  }

  async check(): Promise<void> {
    const last = this.#lastProbe
    const validMs = last?.error === undefined ? healthyResultMs : unhealthyResultMs
    if (last === undefined || this.#clock.monotonic() - last.atMs >= validMs) await this.#probe()
    else if (last.error !== undefined) throw last.error
  }

  close(): void {
    this.#stop.abort()
    this.#client.close()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const waitMs = this.#lastProbe?.error === undefined ? healthyIntervalMs : unhealthyIntervalMs
      await delay(this.#clock, waitMs, signal, { keepAlive: false }).catch(() => undefined)
      if (!signal.aborted) await this.#probe().catch(() => undefined)
    }
  }

  /** Asks the status of the plugin, and makes a new write key if its key has changed. */
  #probe(): Promise<void> {
    this.#probing ??= this.#probeOnce()
      .then(
        () => void (this.#lastProbe = { atMs: this.#clock.monotonic(), error: undefined }),
        (error: unknown) => {
          this.#lastProbe = { atMs: this.#clock.monotonic(), error }
          throw error
        },
      )
      .finally(() => (this.#probing = undefined))
    return this.#probing
  }

  // upstream: isKMSv2ProviderHealthyAndMaybeRotateDEK
  async #probeOnce(): Promise<void> {
    const { healthz, version, keyId } = await this.#client.status()
    const problem = keyIdProblem(keyId)
    this.#report(problem === undefined ? { type: 'keyReported', keyId } : { type: 'keyRejected', error: problem })
    if (healthz !== 'ok') throw new TypeError(`got unexpected healthz status: ${healthz}`)
    if (version !== 'v2' && version !== 'v2beta1') throw new TypeError(`expected KMSv2 API version v2, got ${version}`)
    assertKeyId(keyId)
    const expiresMs = this.#clock.monotonic() + writeKeyMs
    const current = this.#writeKey
    this.#writeKey =
      current?.keyId === keyId
        ? { ...current, expiresMs }
        : await createWriteKey({ client: this.#client, random: this.#random }, keyId, expiresMs)
    this.#remember(this.#writeKey, this.#writeKey.cipher)
  }

  #encrypt(value: Uint8Array, key: string): Uint8Array {
    const writeKey = this.#writeKey
    if (writeKey === undefined) throw new TypeError('the KMS plugin has not encrypted a key yet', this.#cause())
    if (this.#clock.monotonic() > writeKey.expiresMs) {
      throw new TypeError('the key has expired, because the KMS plugin has not answered for 3 minutes', this.#cause())
    }
    const encryptedData = writeKey.cipher.toStorage(value, key)
    this.#report({ type: 'keyUsed', transformation: 'to_storage', keyId: writeKey.keyId })
    return writeEncryptedObject({ ...writeKey, encryptedData })
  }

  #decrypt(stored: Uint8Array, key: string): TransformedValue | Promise<TransformedValue> {
    const object = readEncryptedObject(stored)
    const open = (cipher: LocalTransformer): TransformedValue => {
      this.#report({ type: 'keyUsed', transformation: 'from_storage', keyId: object.keyId })
      return {
        value: cipher.fromStorage(object.encryptedData, key),
        // What another key of the plugin protects is encrypted again by the next update.
        isStale: this.#writeKey !== undefined && (object.keyId !== this.#writeKey.keyId || object.source !== 'seed'),
      }
    }
    const known = this.#readKeys.get(readKeyId(object))
    if (known !== undefined) return open(known)
    this.#report({ type: 'cacheMissed' })
    return this.#readKey(object).then(open)
  }

  #readKey(object: EncryptedObject): Promise<LocalTransformer> {
    const id = readKeyId(object)
    let pending = this.#pending.get(id)
    if (pending === undefined) {
      pending = this.#decryptKey(object).finally(() => this.#pending.delete(id))
      this.#pending.set(id, pending)
    }
    return pending
  }

  async #decryptKey(object: EncryptedObject): Promise<LocalTransformer> {
    const { encryptedSource: ciphertext, keyId, annotations, source } = object
    let secret: Uint8Array
    try {
      secret = await this.#client.decrypt({ ciphertext, keyId, annotations, uid: this.#random.uid() })
    } catch (cause) {
      throw new TypeError(`failed to decrypt DEK, error: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    }
    const cipher = valueCipher(source, secret, this.#random)
    this.#remember(object, cipher)
    return cipher
  }

  #remember(key: KeyOfValues, cipher: LocalTransformer): void {
    this.#readKeys.set(readKeyId(key), cipher)
    this.#report({ type: 'cacheResized', size: this.#readKeys.size })
  }

  #cause(): ErrorOptions {
    return { cause: this.#lastProbe?.error }
  }
}

type KeyOfValues = Omit<EncryptedObject, 'encryptedData'>

// Everything that the plugin decides on.
function readKeyId({ encryptedSource, keyId, annotations, source }: KeyOfValues): string {
  const hash = createHash('sha256')
  const parts = [encryptedSource, keyId, source, ...[...annotations].sort(([a], [b]) => (a < b ? -1 : 1)).flat()]
  for (const part of parts) {
    const bytes = Buffer.from(part)
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('base64')
}

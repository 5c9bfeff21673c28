import { createPublicKey } from 'node:crypto'
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire'
import { toTokenKey, type ExternalSignature, type ExternalTokenKey, type ExternalTokenSigner } from '@pinnace/authn'
import { delay, systemClock, type Clock } from '@pinnace/meta'
import { createPluginCalls, type PluginCalls } from './plugin-calls.ts'
import { readFields } from './messages.ts'

/** Options for {@link connectTokenSigner}. */
export interface TokenSignerOptions {
  /** `--service-account-signing-endpoint`: the path of a unix socket, or a `unix:` URL. */
  readonly endpoint: string
  readonly clock?: Clock
  /** Called when the keys could not be fetched again; those that are known stay. @default nothing is reported */
  readonly onError?: (error: unknown) => void
}

const servicePath = '/v1.ExternalJWTSigner/'
// upstream: pkg/serviceaccount/externaljwt/plugin – the timeouts of its calls, and how often unknown keys are asked for
const timeoutMs = 10_000
const minRefreshMs = 1000
const minExpirationSeconds = 600

/**
 * Connects an external signer of service account tokens, a service `v1.ExternalJWTSigner` on a unix socket. Asks for its
 * metadata and its keys at once, and for the keys again as often as it says. Rejects where it does not answer, or answers
 * what cannot be used.
 */
export async function connectTokenSigner(options: TokenSignerOptions): Promise<ExternalTokenSigner> {
  const { endpoint, clock = systemClock, onError = () => {} } = options
  const calls = createPluginCalls({
    endpoint: endpoint.startsWith('unix:') ? endpoint : `unix://${endpoint}`,
    servicePath,
    plugin: 'external signer',
    timeoutMs,
    clock,
  })
  const signer = new Signer(calls, { clock, onError })
  try {
    await signer.start()
  } catch (error) {
    signer.close()
    throw error
  }
  return signer
}

class Signer implements ExternalTokenSigner {
  readonly #calls: PluginCalls
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #stop = new AbortController()
  #keys: readonly ExternalTokenKey[] = []
  /** The answer that the keys were read from. */
  #known = ''
  #refreshMs = 0
  #fetchedMs = Number.NEGATIVE_INFINITY
  #fetching: Promise<void> | undefined
  maxExpirationSeconds = 0

  constructor(calls: PluginCalls, facts: { readonly clock: Clock; readonly onError: (error: unknown) => void }) {
    this.#calls = calls
    this.#clock = facts.clock
    this.#onError = facts.onError
  }

  get keys(): readonly ExternalTokenKey[] {
    return this.#keys
  }

  async start(): Promise<void> {
    this.maxExpirationSeconds = await this.#calls.call('Metadata', new Uint8Array(), readMetadata)
    if (this.maxExpirationSeconds < minExpirationSeconds) {
      throw new TypeError(
        `the external signer limits tokens to ${this.maxExpirationSeconds} seconds; it must allow at least ${minExpirationSeconds}`,
      )
    }
    await this.#fetch()
    void this.#poll()
  }

  sign(claims: string): Promise<ExternalSignature> {
    return this.#calls.call('Sign', new BinaryWriter().tag(1, 2).string(claims).finish(), readSignature)
  }

  async refresh(): Promise<void> {
    if (this.#fetching === undefined && this.#clock.monotonic() - this.#fetchedMs < minRefreshMs) return
    await this.#fetch().catch(this.#onError)
  }

  close(): void {
    this.#stop.abort()
    this.#calls.close()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await delay(this.#clock, this.#refreshMs, signal, { keepAlive: false }).catch(() => undefined)
      if (!signal.aborted) await this.#fetch().catch(this.#onError)
    }
  }

  #fetch(): Promise<void> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = undefined
      this.#fetchedMs = this.#clock.monotonic()
    })
    return this.#fetching
  }

  async #fetchOnce(): Promise<void> {
    const { keys, refreshSeconds } = await this.#calls.call('FetchKeys', new Uint8Array(), readKeys)
    if (refreshSeconds <= 0) throw new TypeError('the external signer answers with a refresh hint of 0 or less')
    if (keys.length === 0) throw new TypeError('the external signer has no keys')
    this.#refreshMs = refreshSeconds * 1000
    const answered = JSON.stringify(
      keys.map(({ id, der, isExcluded }) => [id, Buffer.from(der).toString('base64'), isExcluded]),
    )
    if (answered === this.#known) return
    this.#keys = Object.freeze(
      keys.map(({ id, der, isExcluded }) => {
        if (id === '') throw new TypeError('the external signer has a key without an id')
        const publicKey = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
        return { ...toTokenKey(publicKey), id, isExcluded }
      }),
    )
    this.#known = answered
  }
}

// upstream: externaljwt/apis/v1/api.proto
function readMetadata(bytes: Uint8Array): number {
  let seconds = 0
  readFields(bytes, (number, reader) => {
    if (number !== 1) return false
    seconds = Number(reader.int64())
    return true
  })
  return seconds
}

function readSignature(bytes: Uint8Array): ExternalSignature {
  const signature = { header: '', signature: '' }
  readFields(bytes, (number, reader) => {
    if (number === 1) signature.header = reader.string()
    else if (number === 2) signature.signature = reader.string()
    else return false
    return true
  })
  return signature
}

interface AnsweredKey {
  id: string
  der: Uint8Array
  isExcluded: boolean
}

function readKeys(bytes: Uint8Array): { readonly keys: readonly AnsweredKey[]; readonly refreshSeconds: number } {
  const keys: AnsweredKey[] = []
  let refreshSeconds = 0
  readFields(bytes, (number, reader) => {
    if (number === 1) keys.push(readKey(reader.bytes()))
    else if (number === 3) refreshSeconds = Number(reader.int64())
    else return false
    return true
  })
  return { keys, refreshSeconds }
}

function readKey(bytes: Uint8Array): AnsweredKey {
  const key: AnsweredKey = { id: '', der: new Uint8Array(), isExcluded: false }
  readFields(bytes, (number: number, reader: BinaryReader) => {
    if (number === 1) key.id = reader.string()
    else if (number === 2) key.der = reader.bytes()
    else if (number === 3) key.isExcluded = reader.bool()
    else return false
    return true
  })
  return key
}

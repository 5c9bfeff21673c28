import { catchMaybe, encryptedValuePrefix, parseJson, thenMaybe, type ApiObject, type Awaitable } from '@pinnace/meta'
import { StoreError, type StoreEntry, type StoreValue, type ValueTransformer } from '@pinnace/store'
import { encodeObject, type EncodedObject } from '../encode-object.ts'
import { plainFormOf } from './plain-form.ts'
import type { ProtobufForm, RenamedVersion } from './protobuf-form.ts'
import { stampedJson, unstampedJson } from './unstamped-json.ts'
import { WrittenNote } from './written-note.ts'
import { objectOfYaml, yamlOfJson } from './yaml-form.ts'

/** How objects are written before they are encrypted. */
export type WrittenForm = 'stamped-json' | 'json' | 'protobuf' | 'yaml'

/** Options for {@link StoredForm}. */
export interface StoredFormOptions {
  readonly written: WrittenForm
  readonly protobuf: ProtobufForm
  readonly renamed: RenamedVersion | undefined
  /** Encrypts what is written, and decrypts what is read. Undefined for values that are stored as they are. */
  readonly transformer: () => ValueTransformer | undefined
}

/**
 * The form in which the values of one resource are stored. The server writes and reads JSON that contains the
 * resourceVersion; a {@link StoredForm} translates it. All of these are read, whichever is written:
 *
 * - JSON with the resourceVersion of its write, which the store has inserted;
 * - JSON without a resourceVersion, and a line feed: what kube-apiserver stores with `--storage-media-type=application/json`,
 *   and always for CRDs, custom resources and APIServices;
 * - the protobuf envelope (`k8s\0`) with an empty resourceVersion: what kube-apiserver stores by default;
 * - YAML without a resourceVersion: what kube-apiserver stores with `--storage-media-type=application/yaml`;
 * - any of them encrypted, with a transformer that can decrypt it.
 *
 * Without a resourceVersion in the value, it is the revision of the entry.
 */
export class StoredForm {
  readonly #options: StoredFormOptions

  constructor(options: StoredFormOptions) {
    this.#options = options
  }

  /** The value to be stored under a key. */
  write(key: string, value: EncodedObject): Awaitable<StoreValue> {
    const { written, protobuf } = this.#options
    const transformer = this.#options.transformer()
    if (written === 'stamped-json' && transformer === undefined) return value
    const plain = written === 'protobuf' ? protobuf.write(value.object) : this.#writeText(value)
    const kept = {
      note: new WrittenNote(value),
      ...(value.ttlSeconds === undefined ? {} : { ttlSeconds: value.ttlSeconds }),
    }
    return thenMaybe(plain, (bytes) =>
      transformer === undefined
        ? { bytes, ...kept }
        : thenMaybe(transformer.toStorage(bytes, key), (stored) => ({ bytes: stored, ...kept })),
    )
  }

  /** The entry with its object as JSON. Throws StoreError `Corrupt` for a value that cannot be read. */
  read(entry: StoreEntry): Awaitable<StoreEntry> {
    const { key, note, createRevision, modRevision } = entry
    if (note instanceof WrittenNote) {
      return { key, value: note.valueAt(modRevision), note: note.note, createRevision, modRevision }
    }
    // A store in this process has kept the note of a stamped value.
    if (note !== undefined) return entry
    return readable(key, () =>
      thenMaybe(this.#plain(entry), (plain) =>
        thenMaybe(this.#json(plain.value, modRevision), (value) =>
          value === entry.value ? entry : { key, value, note, createRevision, modRevision },
        ),
      ),
    )
  }

  /**
   * As {@link read}, for an entry whose value is rarely needed: it is decoded when it is read for the first time, where
   * that is possible without waiting.
   */
  readLater(entry: StoreEntry): Awaitable<StoreEntry> {
    const { transformer, protobuf } = this.#options
    if (entry.note !== undefined || transformer() !== undefined || !protobuf.isLoaded) return this.read(entry)
    return new LaterEntry(entry, () => this.#json(entry.value, entry.modRevision))
  }

  /** True for an entry that would be written differently now: an update without a change rewrites it. */
  isStale(entry: StoreEntry): Awaitable<boolean> {
    const { written, transformer } = this.#options
    const isStampWritten = written === 'stamped-json' && transformer() === undefined
    return readable(entry.key, () =>
      thenMaybe(this.#plain(entry), ({ value, isStale }) => {
        const form = plainFormOf(value)
        if (isStale || form !== (written === 'stamped-json' ? 'json' : written)) return true
        if (form !== 'json') return false
        return (stampedJson(value, entry.modRevision) === value) !== isStampWritten
      }),
    )
  }

  #plain({ key, value }: StoreEntry): ReturnType<ValueTransformer['fromStorage']> {
    return this.#options.transformer()?.fromStorage(value, key) ?? { value, isStale: false }
  }

  #json(value: Uint8Array, revision: bigint): Awaitable<Uint8Array> {
    if (isEncrypted(value)) throw new TypeError('identity transformer tried to read encrypted data')
    const form = plainFormOf(value)
    if (form === 'protobuf') return this.#options.protobuf.read(value, revision)
    if (form === 'yaml') return this.#options.protobuf.readObject(objectOfYaml(value), revision)
    const json = stampedJson(value, revision)
    const { renamed } = this.#options
    if (renamed === undefined) return json
    const served = withApiVersion(json, renamed.stored, renamed.served)
    if (renamed.members === undefined || served === json) return served
    const { before, after } = encodeObject(
      renamed.members.toServed(
        parseJson(Buffer.from(served.buffer, served.byteOffset, served.byteLength)).value as ApiObject,
      ),
      undefined,
    )
    return Buffer.from(`${before}${revision}${after}`)
  }

  #writeText(value: EncodedObject): Uint8Array {
    const json = this.#writeJson(value)
    return this.#options.written === 'yaml' ? yamlOfJson(json) : json
  }

  #writeJson(value: EncodedObject): Uint8Array {
    const { renamed } = this.#options
    const members = renamed?.members
    const written = members === undefined ? value : encodeObject(members.toStored(value.object), undefined)
    const json = Buffer.from(unstampedJson(written))
    return renamed === undefined ? json : withApiVersion(json, renamed.served, renamed.stored)
  }
}

/** The JSON of an object, which begins with its kind, with another apiVersion if it has the first of these. */
function withApiVersion(json: Uint8Array, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const member = `,"apiVersion":${JSON.stringify(from)},`
  // Kind and apiVersion are the first members, and no longer than this.
  const at = bytes.subarray(0, maxHeadBytes).indexOf(member)
  if (at < 0 || bytes.indexOf('"', '{"kind":"'.length) !== at - 1) return json
  const rest = bytes.subarray(at + member.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`,"apiVersion":${JSON.stringify(to)},`), rest])
}

const maxHeadBytes = 512

/** An entry whose value is decoded when it is asked for. */
class LaterEntry implements StoreEntry {
  readonly key: string
  readonly note: unknown
  readonly createRevision: bigint
  readonly modRevision: bigint
  readonly #decode: () => Awaitable<Uint8Array>
  #value: Uint8Array | undefined

  constructor({ key, note, createRevision, modRevision }: StoreEntry, decode: () => Awaitable<Uint8Array>) {
    this.key = key
    this.note = note
    this.createRevision = createRevision
    this.modRevision = modRevision
    this.#decode = decode
  }

  get value(): Uint8Array {
    if (this.#value !== undefined) return this.#value
    const value = readable(this.key, this.#decode)
    if (value instanceof Promise) throw new TypeError('the value must be waited for')
    return (this.#value = value)
  }
}

/** What values encrypted by kube-apiserver begin with. */
const encrypted = Buffer.from(encryptedValuePrefix)

function isEncrypted(value: Uint8Array): boolean {
  return value[0] === encrypted[0] && encrypted.compare(value, 0, Math.min(encrypted.length, value.length)) === 0
}

/** Runs `read`; what it throws becomes a StoreError with the key. */
function readable<T>(key: string, read: () => Awaitable<T>): Awaitable<T> {
  const fail = (cause: unknown): never => {
    if (cause instanceof StoreError) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    // upstream: apiserver/pkg/storage/etcd3/store.go, Get – the text of a value that cannot be transformed
    throw new StoreError('Corrupt', `unable to transform key "${key}": ${message}`, { cause })
  }
  return catchMaybe(read, fail)
}

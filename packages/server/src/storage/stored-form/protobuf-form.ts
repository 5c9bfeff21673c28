import { formatGroupVersion, type ApiObject, type Awaitable, thenMaybe } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { loadProtobuf, type Protobuf } from '@pinnace/versioning'
import { encodeObject } from '../encode-object.ts'

/** What the protobuf form must know of a resource. */
export interface ProtobufKinds {
  /** The versions of the resource. */
  readonly versions: () => readonly ResourceDefinition[]
  readonly renamed: RenamedVersion | undefined
  /** Completes a decoded object: normal texts, and the zeros that are written in JSON. */
  readonly normalize: (definition: ResourceDefinition, object: Record<string, unknown>) => ApiObject
}

/**
 * The apiVersion in which kube-apiserver stores objects of a kind although it serves a newer one, so that its last release
 * can still read them.
 */
export interface RenamedVersion {
  readonly stored: string
  readonly served: string
  /** Translates the members, where the stored version has others. */
  readonly members?: {
    readonly toStored: (object: ApiObject) => ApiObject
    readonly toServed: (object: ApiObject) => ApiObject
  }
}

/** Reads and writes stored objects in the protobuf envelope. The codec is loaded with the first of them. */
export class ProtobufForm {
  readonly #kinds: ProtobufKinds
  #codec: Protobuf | undefined

  constructor(kinds: ProtobufKinds) {
    this.#kinds = kinds
  }

  /** True if objects are read without waiting. */
  get isLoaded(): boolean {
    return this.#codec !== undefined
  }

  /** The envelope of an object. Its resourceVersion is left out, as in kube-apiserver. */
  write(object: ApiObject): Awaitable<Uint8Array> {
    return thenMaybe(this.#load(), (codec) => {
      const { resourceVersion: _stale, ...metadata } = object.metadata
      const { renamed } = this.#kinds
      const apiVersion = object.apiVersion === renamed?.served ? renamed?.stored : object.apiVersion
      const stored: ApiObject = { ...object, ...(apiVersion === undefined ? {} : { apiVersion }), metadata }
      return codec.writeEnvelope(this.#definitionOf(object).schema(), stored)
    })
  }

  /** The JSON of an envelope, with the revision of its last write. */
  read(bytes: Uint8Array, revision: bigint): Awaitable<Uint8Array> {
    return thenMaybe(this.#load(), (codec) => {
      const { apiVersion: stored, kind, raw } = codec.readEnvelope(bytes)
      const apiVersion = this.#servedVersion(stored)
      const definition = this.#definitionOf({ apiVersion, kind })
      return this.#encode(definition, { kind, apiVersion, ...codec.decodeProtobuf(definition.schema(), raw) }, revision)
    })
  }

  /** The JSON of a stored object that was read from text, with the revision of its last write. */
  readObject({ kind, apiVersion: stored, ...members }: Record<string, unknown>, revision: bigint): Uint8Array {
    const known = { kind: String(kind), apiVersion: this.#servedVersion(String(stored)) }
    return this.#encode(this.#definitionOf(known), { ...known, ...members }, revision)
  }

  #encode(definition: ResourceDefinition, object: Record<string, unknown>, revision: bigint): Uint8Array {
    const { before, after } = encodeObject(this.#kinds.normalize(definition, object), undefined)
    return Buffer.from(`${before}${revision}${after}`)
  }

  #servedVersion(stored: string): string {
    const { renamed } = this.#kinds
    return stored === renamed?.stored ? renamed.served : stored
  }

  #load(): Awaitable<Protobuf> {
    return this.#codec ?? loadProtobuf().then((codec) => (this.#codec = codec))
  }

  // upstream: apimachinery/pkg/runtime/error.go, notRegisteredErr
  #definitionOf({ apiVersion = '', kind = '' }: Pick<ApiObject, 'apiVersion' | 'kind'>): ResourceDefinition {
    const found = this.#kinds
      .versions()
      .find((version) => version.kind === kind && formatGroupVersion(version) === apiVersion)
    if (found === undefined) {
      throw new TypeError(`no kind "${kind}" is registered for version "${apiVersion}" among the versions stored here`)
    }
    return found
  }
}

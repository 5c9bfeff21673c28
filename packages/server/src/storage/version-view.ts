import { type CacheEntry, decodeStored } from '@pinnace/watch-cache'
import { thenMaybe, formatGroupVersion, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'
import { encodeObject, objectHead } from './encode-object.ts'

/** Stored bytes; an entry of the watch cache has the object they are of, which others may have parsed already. */
export interface StoredObject {
  readonly value: Uint8Array
  readonly object?: unknown
}

/** Stored objects as one version of their kind shows them. */
export interface VersionView {
  /** True for the version that is written to the store. */
  readonly isStorageVersion: boolean
  /** Nothing here has to be waited for. */
  readonly isImmediate: boolean
  /** True where stored bytes are of this version already, so that they can be sent as they are. */
  isOwn(value: Uint8Array): boolean
  /** True where stored bytes are of the version that is written to the store now. */
  isCurrent(value: Uint8Array): boolean
  /** A stored object in this version; frozen. Throws a TypeError where {@link isImmediate} is false. */
  fromStorage(object: ApiObject): ApiObject
  /** The same, also where that has to be waited for. */
  showOne(object: ApiObject): Awaitable<ApiObject>
  /** Many at once, in their order: one conversion for all. */
  show(objects: readonly ApiObject[]): Awaitable<readonly ApiObject[]>
  /** The JSON of a stored object in this version, its members in the order of stored ones. */
  bytesOf(stored: StoredObject): Awaitable<Uint8Array>
  /** The bytes of many. */
  allBytesOf(stored: readonly StoredObject[]): Awaitable<readonly { readonly value: Uint8Array }[]>
}

/** The view of one version. Without a converter every object is shown as it is stored, and nothing is looked at. */
export function createVersionView(definition: ResourceDefinition, converter: Converter | undefined): VersionView {
  return converter === undefined ? asStored : converted(definition, converter)
}

const asStored: VersionView = Object.freeze({
  isStorageVersion: true,
  isImmediate: true,
  isOwn: () => true,
  isCurrent: () => true,
  fromStorage: (object: ApiObject) => object,
  showOne: (object: ApiObject) => object,
  show: (objects: readonly ApiObject[]) => objects,
  bytesOf: ({ value }: StoredObject) => value,
  allBytesOf: (stored: readonly StoredObject[]) => stored,
})

function converted(definition: ResourceDefinition, converter: Converter): VersionView {
  const apiVersion = formatGroupVersion(definition)
  const head = Buffer.from(objectHead(definition.kind, apiVersion))
  const storedHead = Buffer.from(objectHead(converter.storageKind, converter.storageVersion))
  // What is parsed is kept as long as it is asked for; so is what it was converted to, for whoever asks next.
  const known = new WeakMap<ApiObject, ApiObject>()
  const isOwn = (value: Uint8Array): boolean => startsWith(value, head)
  const fromStorage = (object: ApiObject): ApiObject => {
    if (object.apiVersion === apiVersion) return object
    let shown = known.get(object)
    if (shown === undefined) known.set(object, (shown = converter.convertNow(object, apiVersion)))
    return shown
  }
  const show = (objects: readonly ApiObject[]): Awaitable<readonly ApiObject[]> =>
    converter.isImmediate ? objects.map(fromStorage) : converter.convert(objects, apiVersion)
  const allBytesOf = (stored: readonly StoredObject[]): Awaitable<readonly { readonly value: Uint8Array }[]> => {
    const others = stored.filter(({ value }) => !isOwn(value))
    if (others.length === 0) return stored
    const merge = (objects: readonly ApiObject[]): readonly { readonly value: Uint8Array }[] => {
      let next = 0
      return stored.map((item) => (isOwn(item.value) ? item : { value: toBytes(objects[next++]!) }))
    }
    return thenMaybe(show(others.map(objectOfStored)), merge)
  }
  return {
    isStorageVersion: apiVersion === converter.storageVersion,
    isImmediate: converter.isImmediate,
    isOwn,
    isCurrent: (value) => startsWith(value, storedHead),
    fromStorage,
    show,
    showOne(object) {
      if (object.apiVersion === apiVersion) return object
      if (converter.isImmediate) return fromStorage(object)
      return thenMaybe(converter.convert([object], apiVersion), ([only]) => only!)
    },
    bytesOf(stored) {
      if (isOwn(stored.value)) return stored.value
      if (converter.isImmediate) return toBytes(fromStorage(objectOfStored(stored)))
      return thenMaybe(allBytesOf([stored]), ([only]) => only!.value)
    },
    allBytesOf,
  }
}

/** The object that stored bytes are of. */
export function objectOfStored(stored: StoredObject): ApiObject {
  return isEntry(stored) ? stored.object() : decodeStored(stored.value)
}

function isEntry(stored: StoredObject): stored is CacheEntry<ApiObject> {
  return typeof stored.object === 'function'
}

/** The bytes an object would have were it stored, so that lists can leave out the same part of every item. */
export function toBytes(object: ApiObject): Uint8Array {
  const { before, after } = encodeObject(object, undefined)
  return Buffer.from(before + (object.metadata.resourceVersion ?? '') + after)
}

function startsWith(value: Uint8Array, head: Uint8Array): boolean {
  if (value.length < head.length) return false
  // From the end: versions of one kind differ there, in what stands before the metadata.
  for (let index = head.length - 1; index >= 0; index--) if (value[index] !== head[index]) return false
  return true
}

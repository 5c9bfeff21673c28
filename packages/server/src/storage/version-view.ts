import { type CacheEntry, decodeStored } from '@pinnace/watch-cache'
import { thenMaybe, formatGroupVersion, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'
import { encodeObject, objectHead } from './encode-object.ts'
import { createWrittenForm } from './written-form.ts'

/** Stored bytes. An entry of the watch cache also provides the parsed object, which is shared. */
export interface StoredObject {
  readonly value: Uint8Array
  readonly object?: unknown
}

/** Converts stored objects to one version of their kind. */
export interface VersionView {
  /** True for the version that is written to the store. */
  readonly isStorageVersion: boolean
  /** True if no conversion has to be waited for. */
  readonly isImmediate: boolean
  /** True if the stored bytes of every object are of this version. */
  readonly isAlwaysOwn: boolean
  /** True if stored bytes are of this version, so that they can be sent unchanged. */
  isOwn(value: Uint8Array): boolean
  /** True if stored bytes are of the current storage version. */
  isCurrent(value: Uint8Array): boolean
  /** A stored object in this version; frozen. Throws a TypeError if {@link isImmediate} is false. */
  fromStorage(object: ApiObject): ApiObject
  /** A stored object in this version; frozen. */
  showOne(object: ApiObject): Awaitable<ApiObject>
  /** Stored objects in this version, in their order, converted together. */
  show(objects: readonly ApiObject[]): Awaitable<readonly ApiObject[]>
  /** The JSON of a stored object in this version, with the key order of stored objects. */
  bytesOf(stored: StoredObject): Awaitable<Uint8Array>
  /** The JSON of stored objects in this version, converted together. */
  allBytesOf(stored: readonly StoredObject[]): Awaitable<readonly { readonly value: Uint8Array }[]>
}

/** Creates the view of one version. Without a converter, objects are returned as they are stored. */
export function createVersionView(definition: ResourceDefinition, converter: Converter | undefined): VersionView {
  return converter === undefined ? asStored : converted(definition, converter)
}

const asStored: VersionView = Object.freeze({
  isStorageVersion: true,
  isImmediate: true,
  isAlwaysOwn: true,
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
  // A converted object is cached as long as the parsed object it was converted from.
  const known = new WeakMap<ApiObject, ApiObject>()
  const writtenForm = createWrittenForm(definition)
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
      return stored.map((item) => (isOwn(item.value) ? item : { value: toBytes(writtenForm(objects[next++]!)) }))
    }
    return thenMaybe(show(others.map(objectOfStored)), merge)
  }
  return {
    isStorageVersion: apiVersion === converter.storageVersion,
    isImmediate: converter.isImmediate,
    isAlwaysOwn: false,
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
      if (converter.isImmediate) return toBytes(writtenForm(fromStorage(objectOfStored(stored))))
      return thenMaybe(allBytesOf([stored]), ([only]) => only!.value)
    },
    allBytesOf,
  }
}

/** Parses a stored object, or returns the parsed object of the cache. */
export function objectOfStored(stored: StoredObject): ApiObject {
  return isEntry(stored) ? stored.object() : decodeStored(stored.value)
}

function isEntry(stored: StoredObject): stored is CacheEntry<ApiObject> {
  return typeof stored.object === 'function'
}

/** Encodes an object as if it were stored, so that lists can omit the same prefix of every item. */
export function toBytes(object: ApiObject): Uint8Array {
  const { before, after } = encodeObject(object, undefined)
  return Buffer.from(before + (object.metadata.resourceVersion ?? '') + after)
}

function startsWith(value: Uint8Array, head: Uint8Array): boolean {
  if (value.length < head.length) return false
  // From the end: the heads of versions of one kind differ there.
  for (let index = head.length - 1; index >= 0; index--) if (value[index] !== head[index]) return false
  return true
}

import {
  thenMaybe,
  cloneJson,
  freezeJson,
  type ApiObject,
  type Awaitable,
  type Mutable,
  formatGroupVersion,
} from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { objectOfStored, toBytes, type VersionView } from './version-view.ts'

/**
 * Wraps a version view for a kind whose schema has changed: objects written before the change are pruned and defaulted
 * when they are read. Newer objects are recognized by their resource version, without parsing them.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go – decoding from the store prunes, and fills in
// the defaults of the version an object is stored in, before it is converted.
export function completedView(view: VersionView, versions: readonly ResourceDefinition[]): VersionView {
  const byApiVersion = new Map(versions.map((version) => [formatGroupVersion(version), version]))
  const since = versions.reduce(
    (last, { stored }) => (stored !== undefined && stored.since > last ? stored.since : last),
    0n,
  )
  if (since === 0n) return view
  const known = new WeakMap<ApiObject, ApiObject>()
  const isOld = (revision: string | undefined): boolean => revision !== undefined && BigInt(revision) <= since
  const isOldValue = (value: Uint8Array): boolean => isOld(revisionOf(value))
  const complete = (object: ApiObject): ApiObject => {
    if (!isOld(object.metadata.resourceVersion)) return object
    let completed = known.get(object)
    if (completed === undefined) {
      const draft = cloneJson(object) as Mutable<ApiObject>
      byApiVersion.get(object.apiVersion ?? '')?.stored?.complete(draft)
      known.set(object, (completed = freezeJson(draft) as ApiObject))
    }
    return completed
  }
  const showOne = (object: ApiObject): Awaitable<ApiObject> => view.showOne(complete(object))
  const show = (objects: readonly ApiObject[]): Awaitable<readonly ApiObject[]> => view.show(objects.map(complete))
  return {
    ...view,
    isAlwaysOwn: false,
    isOwn: (value) => view.isOwn(value) && !isOldValue(value),
    isCurrent: (value) => view.isCurrent(value) && !isOldValue(value),
    fromStorage: (object) => view.fromStorage(complete(object)),
    showOne,
    show,
    bytesOf(stored) {
      if (!isOldValue(stored.value)) return view.bytesOf(stored)
      return thenMaybe(showOne(objectOfStored(stored)), toBytes)
    },
    allBytesOf(stored) {
      if (!stored.some(({ value }) => isOldValue(value))) return view.allBytesOf(stored)
      return thenMaybe(show(stored.map(objectOfStored)), (objects) =>
        objects.map((object, index) => {
          const item = stored[index]
          const isCurrent = item !== undefined && view.isOwn(item.value) && !isOldValue(item.value)
          return isCurrent ? item : { value: toBytes(object) }
        }),
      )
    },
  }
}

const member = Buffer.from('"resourceVersion":"')
/** How far from the beginning the resource version can be, bytes: only names and a namespace precede it. */
const maxOffset = 4096

/** The resource version in stored bytes. A string value cannot match, because its quotes would be escaped. */
function revisionOf(value: Uint8Array): string | undefined {
  const bytes = Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, maxOffset))
  const from = bytes.indexOf(member)
  if (from < 0) return undefined
  const start = from + member.length
  const end = bytes.indexOf(0x22, start)
  return end < 0 ? undefined : bytes.toString('latin1', start, end)
}

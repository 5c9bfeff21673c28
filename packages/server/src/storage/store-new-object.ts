import { formatTime, type ApiObject, type Clock, type ManagedFieldsEntry, type Random } from '@pinnace/meta'
import type { StampedValue } from '@pinnace/store'
import { storageOf, type ServedResource } from './served-resource.ts'
import { isFormed } from './stored-form/formed-store.ts'

/** An object that a server creates itself. */
export interface NewObject {
  /** Without uid and creation time. A frozen one, which the servers of a process share, is encoded once. */
  readonly object: ApiObject
  /** The managedFields of the object, for the time it is created at. */
  readonly ownersOf: (object: ApiObject, time: string) => readonly ManagedFieldsEntry[]
}

/**
 * Stores a new object of the server itself, without validation and admission: a server starts with some 200 of them.
 * Returns false if there is one of its name.
 */
export async function storeNewObject(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  served: ServedResource,
  { object, ownersOf }: NewObject,
): Promise<boolean> {
  const { store, key } = storageOf(served)
  const { namespace = '', name = '' } = object.metadata
  const time = formatTime(clock.now())
  const uid = random.uid()
  const encode = (ofUid: string, atTime: string): Promise<StampedValue> | StampedValue =>
    served.codec.encode(complete(served, { object, ownersOf }, { uid: ofUid, time: atTime }))
  // A store of another form needs the object itself.
  const isShared = Object.isFrozen(object) && !isFormed(store)
  const value = isShared ? fillIn(await templateOf(served, object, encode), uid, time) : await encode(uid, time)
  return (await store.put(key(namespace, name), value, { modRevision: 0n })).done
}

function complete(
  { apiVersion, gvk: { kind } }: ServedResource,
  { object, ownersOf }: NewObject,
  { uid, time }: { readonly uid: string; readonly time: string },
): ApiObject {
  const named = { ...object, kind, apiVersion }
  const managedFields = ownersOf(named, time)
  return { ...named, metadata: { ...object.metadata, uid, creationTimestamp: time, managedFields } }
}

/** A value around the uid and the times of its object. */
interface Template {
  readonly versions: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly note: unknown
}

const templates = new WeakMap<ApiObject, Template>()

// Neither is in an object of the server.
const uidMark = '@uid@'
const timeMark = '@time@'

async function templateOf(
  { apiVersion, converter }: ServedResource,
  object: ApiObject,
  encode: (uid: string, time: string) => Promise<StampedValue> | StampedValue,
): Promise<Template> {
  const versions = `${apiVersion} ${converter?.storageVersion ?? apiVersion}`
  const known = templates.get(object)
  if (known?.versions === versions) return known
  const { before, after, note } = await encode(uidMark, timeMark)
  const template = { versions, before: before.split(uidMark), after: after.split(timeMark), note }
  templates.set(object, template)
  return template
}

function fillIn({ before, after, note }: Template, uid: string, time: string): StampedValue {
  return { before: before.join(uid), after: after.join(time), note }
}

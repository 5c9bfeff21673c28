import { formatTime, type ApiObject, type Clock, type ManagedFieldsEntry, type Random } from '@pinnace/meta'
import type { StampedValue } from '@pinnace/store'
import { storageOf, type ServedResource } from './served-resource.ts'
import { isFormed } from './stored-form/formed-store.ts'

/** An object that a server creates itself. */
export interface NewObject {
  /** Empty for cluster-scoped resources. */
  readonly namespace: string
  readonly name: string
  /** Builds the object without uid and creation time, for the time it is created at. */
  readonly build: (time: string) => ApiObject
  /** The managedFields of the object, for the time it is created at. */
  readonly ownersOf: (object: ApiObject, time: string) => readonly ManagedFieldsEntry[]
  /**
   * Stands for everything in the object but its uid and the time: servers of a process that pass the same one encode the
   * object once.
   */
  readonly sharedBy?: object
}

/**
 * Stores a new object of the server itself, without validation and admission: a server starts with some 200 of them.
 * Returns false if there is one of its name.
 */
export async function storeNewObject(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  served: ServedResource,
  created: NewObject,
): Promise<boolean> {
  const { store, key } = storageOf(served)
  const time = formatTime(clock.now())
  const uid = random.uid()
  const encode = (ofUid: string, atTime: string): Promise<StampedValue> | StampedValue =>
    served.codec.encode(complete(served, created, { uid: ofUid, time: atTime }))
  // A store of another form needs the object itself.
  const shared = isFormed(store) ? undefined : created.sharedBy
  const value =
    shared === undefined ? await encode(uid, time) : fillIn(await templateOf(served, shared, encode), uid, time)
  return (await store.put(key(created.namespace, created.name), value, { modRevision: 0n })).done
}

function complete(
  { apiVersion, gvk: { kind } }: ServedResource,
  { build, ownersOf }: NewObject,
  { uid, time }: { readonly uid: string; readonly time: string },
): ApiObject {
  const object = { ...build(time), kind, apiVersion }
  const managedFields = ownersOf(object, time)
  return { ...object, metadata: { ...object.metadata, uid, creationTimestamp: time, managedFields } }
}

/** A value around the uid and the times of its object. */
interface Template {
  readonly versions: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly note: unknown
}

const templates = new WeakMap<object, Template>()

// Neither is in an object of the server.
const uidMark = '@uid@'
const timeMark = '@time@'

async function templateOf(
  { apiVersion, converter }: ServedResource,
  sharedBy: object,
  encode: (uid: string, time: string) => Promise<StampedValue> | StampedValue,
): Promise<Template> {
  const versions = `${apiVersion} ${converter?.storageVersion ?? apiVersion}`
  const known = templates.get(sharedBy)
  if (known?.versions === versions) return known
  const { before, after, note } = await encode(uidMark, timeMark)
  const template = { versions, before: before.split(uidMark), after: after.split(timeMark), note }
  templates.set(sharedBy, template)
  return template
}

function fillIn({ before, after, note }: Template, uid: string, time: string): StampedValue {
  return { before: before.join(uid), after: after.join(time), note }
}

import { isEqualJson, type ApiObject } from '@pinnace/meta'
import type { Companion } from '@pinnace/resources'
import { ownManager } from '../request/loopback-scope.ts'
import { ownerOf } from '../storage/owned-fields.ts'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'
import { storeNewObject } from '../storage/store-new-object.ts'
import type { Write } from './change.ts'
import type { WriteContext } from './write-context.ts'

/** The companions of one write. */
export interface StoredCompanions {
  /** Removes those that the object does not hold: what it held before, or, if it was not committed, what it would hold. */
  settle(isCommitted: boolean): Promise<void>
}

/**
 * Stores the companions of an object before the object itself, so that nothing that it holds is ever without one. Undefined
 * if another object has one of the names.
 */
export async function storeCompanions({ server, scope, live, next }: Write): Promise<StoredCompanions | undefined> {
  const { definition } = scope.served
  const before = live === undefined ? [] : (definition.companions?.(live.object) ?? [])
  const after = definition.companions?.(next as ApiObject) ?? []
  const added: Companion[] = []
  for (const companion of without(after, before)) {
    const stored = await store(server, companion)
    if (stored === 'new') added.push(companion)
    if (stored !== 'taken') continue
    await removeEach(server, added)
    return undefined
  }
  return { settle: (isCommitted) => removeEach(server, isCommitted ? without(before, after) : added) }
}

/** Removes the companions of an object that has been removed. */
export async function removeCompanions(
  server: WriteContext,
  { definition }: ServedResource,
  object: ApiObject,
): Promise<void> {
  const { companions } = definition
  if (companions !== undefined) await removeEach(server, companions(object))
}

function without(companions: readonly Companion[], others: readonly Companion[]): readonly Companion[] {
  const names = new Set(others.map(nameOf))
  return companions.filter((companion) => !names.has(nameOf(companion)))
}

function nameOf({ object }: Companion): string {
  return object.metadata.name ?? ''
}

async function store(server: WriteContext, companion: Companion): Promise<'new' | 'known' | 'taken'> {
  const served = servedOf(server, companion)
  if (served === undefined) return 'known'
  const name = nameOf(companion)
  const { key, readNewest } = storageOf(served)
  const entry = await readNewest(key('', name))
  if (entry !== undefined) return isSame(entry.object(), companion) ? 'known' : 'taken'
  const manager = ownManager(server.vocabulary)
  const isNew = await storeNewObject(server, served, {
    namespace: '',
    name,
    build: () => companion.object,
    ownersOf: (object, time) => [ownerOf(object, manager, time)],
  })
  return isNew ? 'new' : 'taken'
}

async function removeEach(server: WriteContext, companions: readonly Companion[]): Promise<void> {
  for (const companion of companions) {
    const served = servedOf(server, companion)
    if (served === undefined) continue
    const { key, readNewest, store: stored } = storageOf(served)
    const at = key('', nameOf(companion))
    const entry = await readNewest(at)
    // What a client has put in its place, or is deleted already, is left alone.
    if (entry === undefined || !isSame(entry.object(), companion)) continue
    await stored.delete(at, await served.codec.encode(entry.object()), { modRevision: entry.modRevision })
  }
}

function servedOf(
  server: WriteContext,
  { resource: { group, version, resource } }: Companion,
): ServedResource | undefined {
  return server.findDeclared(group, version, resource)
}

function isSame(stored: ApiObject, { object }: Companion): boolean {
  return isEqualJson(specOf(stored), specOf(object))
}

function specOf(object: ApiObject): unknown {
  return (object as ApiObject & { readonly spec?: unknown }).spec
}

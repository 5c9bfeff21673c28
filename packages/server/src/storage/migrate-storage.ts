import type { ApiObject, GroupResource } from '@pinnace/meta'
import type { CacheEntry } from '@pinnace/watch-cache'
import type { ResourceLookup } from './resource-lookup.ts'
import { storageOf, type ServedResource } from './served-resource.ts'

/** The result of a storage migration. */
export interface StorageMigration {
  /** The apiVersion in which all objects are now stored, except the failed ones. */
  readonly storageVersion: string
  readonly examined: number
  readonly rewritten: number
  /** Objects that could not be converted; they are unchanged in the store. */
  readonly failed: readonly { readonly namespace: string; readonly name: string; readonly error: Error }[]
}

/** Options of a storage migration. */
export interface MigrateStorageOptions {
  /** Stops the migration between pages; objects already rewritten stay so. */
  readonly signal?: AbortSignal
}

/** Objects per page, which are converted in one request to a conversion webhook. */
const pageSize = 500

/**
 * Rewrites every object that is not stored in the current storage version. An object that is updated meanwhile has been
 * rewritten by that update.
 */
export async function migrateStorage(
  served: ServedResource,
  { signal }: MigrateStorageOptions = {},
): Promise<StorageMigration> {
  const { converter, apiVersion } = served
  const storage = storageOf(served)
  const failed: { namespace: string; name: string; error: Error }[] = []
  let examined = 0
  let rewritten = 0
  for (let continueToken: string | undefined = ''; continueToken !== undefined;) {
    signal?.throwIfAborted()
    const page = await storage.cache.list({
      limit: pageSize,
      ...(continueToken === '' ? {} : { continueToken }),
    })
    continueToken = page.continue
    examined += page.entries.length
    for (const { entry, outcome } of await rewritePage(served, page.entries)) {
      if (outcome === true) rewritten++
      else if (outcome instanceof Error) failed.push({ ...storage.identify(entry.key), error: outcome })
    }
  }
  return { storageVersion: converter?.storageVersion ?? apiVersion, examined, rewritten, failed }
}

interface Rewritten {
  readonly entry: CacheEntry<ApiObject>
  /** False if the object was written meanwhile, and so is already stored in the current version. */
  readonly outcome: boolean | Error
}

async function rewritePage(
  served: ServedResource,
  entries: readonly CacheEntry<ApiObject>[],
): Promise<readonly Rewritten[]> {
  const others = entries.filter(({ value }) => !served.codec.isCurrent(value))
  const { converter } = served
  if (others.length === 0 || converter === undefined) return []
  try {
    const objects = await converter.convert(
      others.map((entry) => entry.object()),
      converter.storageVersion,
    )
    return await Promise.all(others.map((entry, index) => put(served, entry, objects[index]!)))
  } catch (error) {
    // Converts one by one, so that an object that cannot be converted does not affect the others.
    const [entry, ...rest] = others
    if (entry !== undefined && rest.length === 0) return [{ entry, outcome: toError(error) }]
    const alone: Rewritten[] = []
    for (const other of others) alone.push(...(await rewritePage(served, [other])))
    return alone
  }
}

async function put(served: ServedResource, entry: CacheEntry<ApiObject>, object: ApiObject): Promise<Rewritten> {
  const { store } = storageOf(served)
  const { ttlSeconds } = served.definition
  const value = { ...(await served.codec.encode(object)), ...(ttlSeconds === undefined ? {} : { ttlSeconds }) }
  const { done } = await store.put(entry.key, value, { modRevision: entry.modRevision })
  return { entry, outcome: done }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** The stored resource of that name, in its preferred version. Throws a TypeError if there is none. */
export function storedAs(
  { registry, findDeclared }: ResourceLookup,
  { group, resource }: GroupResource,
): ServedResource {
  const [preferred] = registry.versionsOf({ storage: { group, resource } })
  const found = preferred && findDeclared(preferred.group, preferred.version, preferred.resource)
  if (found?.storage !== undefined) return found
  throw new TypeError(`this server does not store ${resource} of group ${JSON.stringify(group)}`)
}

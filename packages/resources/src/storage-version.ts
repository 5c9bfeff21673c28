import { formatGroupVersion } from '@pinnace/meta'
import type { ResourceDefinition } from './definition.ts'

type Version = Pick<ResourceDefinition, 'group' | 'version' | 'conversion' | 'storage'>

/**
 * The version objects are written to the store in, of all that share a storage: the one they name, else the hub. Where
 * several could be the hub, the first in the order given that is of the storage's own group. Throws a TypeError where
 * two names differ, or the one named is none of them.
 */
export function storageVersionOf<V extends Version>(versions: readonly V[]): V {
  const named = new Set(versions.flatMap(({ storage }) => storage.apiVersion ?? []))
  if (named.size > 1) throw new TypeError(`objects cannot be stored in ${[...named].join(' and in ')} at once`)
  for (const apiVersion of named) {
    const found = versions.find((version) => formatGroupVersion(version) === apiVersion)
    if (found === undefined) throw new TypeError(`${apiVersion} is not a version of what is to be stored in it`)
    return found
  }
  const hubs = versions.filter(({ conversion }) => conversion === undefined || 'convert' in conversion)
  const found = hubs.find(({ group, storage }) => group === storage.group) ?? hubs[0] ?? versions[0]
  if (found === undefined) throw new TypeError('a kind needs a version')
  return found
}

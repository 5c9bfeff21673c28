import { storageVersionOf, type Registry, type ResourceDefinition } from '@pinnace/resources'
import { createHash } from 'node:crypto'

/** A hash that changes with the storage version of a resource; undefined for a resource that is not stored. */
// upstream: endpoints/discovery/storageversionhash.go – the first eight bytes of a digest over group/version/kind
export function storageVersionHash(definition: ResourceDefinition, registry: Registry): string | undefined {
  if (definition.virtual === true) return undefined
  const stored = storageVersionOf(registry.versionsOf(definition))
  const digest = createHash('sha256')
    .update(`${stored.group}/${stored.storedBefore ?? stored.hashedVersion ?? stored.version}/${stored.kind}`)
    .digest()
  return digest.subarray(0, 8).toString('base64')
}

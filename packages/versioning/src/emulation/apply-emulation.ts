import { formatGroupVersion } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { compareReleases } from '../feature-gates/gate-declaration.ts'
import type { RuntimeConfig } from '../runtime-config/runtime-config.ts'
import { formatRelease, type EmulatedReleases } from './emulated-releases.ts'

/**
 * The definitions with `served` false where the release does not have them yet; their stored objects are still read in
 * other versions. Throws a TypeError for a runtime configuration that enables a version whose resources are all newer.
 */
// upstream: apiserver/pkg/server/genericapiserver.go, RemoveDeletedKinds and InstallAPIGroup
export function applyEmulation(
  definitions: readonly ResourceDefinition[],
  { emulated, minCompatibility }: EmulatedReleases,
  config: RuntimeConfig,
): readonly ResourceDefinition[] {
  const release = formatRelease(emulated)
  const isNewer = ({ introducedIn }: ResourceDefinition): boolean =>
    introducedIn !== undefined && compareReleases(introducedIn, release) > 0
  for (const [key, isOn] of Object.entries(config)) {
    const own = definitions.filter(({ group, version }) => `${group}/${version}` === key)
    if (!isOn || own.length === 0 || !own.every(isNewer)) continue
    const [group = '', version = ''] = key.split('/')
    const name = formatGroupVersion({ group, version })
    throw new TypeError(
      `cannot enable version ${name} in runtime-config because all the resources have been introduced after the current version ${release}`,
    )
  }
  const compatible = formatRelease(minCompatibility)
  return definitions.map(({ storedBefore, ...definition }) => {
    const { introducedIn } = definition
    const isStoredAsBefore =
      storedBefore !== undefined && introducedIn !== undefined && compareReleases(introducedIn, compatible) > 0
    const stored = isStoredAsBefore ? { ...definition, storedBefore } : definition
    return isNewer(stored) ? { ...stored, served: false } : stored
  })
}

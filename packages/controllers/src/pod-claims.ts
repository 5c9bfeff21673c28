import type { Pod } from '@pinnace/types/core-v1-pods'

/** The names of the claims of a pod: those it refers to, and those that are created for its ephemeral volumes. */
// upstream: component-helpers/storage/ephemeral, VolumeClaimName
export function claimNames({ metadata, spec }: Pod): readonly string[] {
  let names: string[] | undefined
  for (const { name, persistentVolumeClaim, ephemeral } of spec?.volumes ?? []) {
    if (persistentVolumeClaim !== undefined) (names ??= []).push(persistentVolumeClaim.claimName)
    else if (ephemeral !== undefined) (names ??= []).push(`${metadata.name}-${name}`)
  }
  return names ?? none
}

const none: readonly string[] = []

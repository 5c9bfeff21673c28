import { fromLabelSelector, parseQuantity, quantityMilliValue } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'

/** The smallest available volume that satisfies a claim; one that is reserved for it comes first. */
// upstream: component-helpers/storage/volume/pv_helpers.go, FindMatchingVolume
export function findVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  isAllowed: (volume: PersistentVolume) => boolean = () => true,
): PersistentVolume | undefined {
  const reserved = volumes.find((volume) => isReservedFor(volume, claim) && fits(volume, claim))
  if (reserved !== undefined) return reserved
  const free = volumes.filter(
    (volume) =>
      volume.spec?.claimRef === undefined &&
      (volume.status?.phase ?? 'Pending') !== 'Failed' &&
      !isTerminating(volume) &&
      fits(volume, claim) &&
      isAllowed(volume),
  )
  return free.sort((a, b) => compare(sizeOf(a), sizeOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1))[0]
}

/** Whether a volume names a claim, which may have been created later. */
export function isReservedFor({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { claimRef } = spec ?? {}
  if (claimRef?.name !== nameOf(claim) || claimRef.namespace !== namespaceOf(claim)) return false
  return !claimRef.uid || claimRef.uid === uidOf(claim)
}

/** Whether a volume has what a claim asks for: class, mode, access modes, labels and size. */
function fits(volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean {
  const { storageClassName = '', volumeMode = 'Filesystem', accessModes = [] } = volume.spec ?? {}
  if (storageClassName !== (spec?.storageClassName ?? '')) return false
  if (volumeMode !== (spec?.volumeMode ?? 'Filesystem')) return false
  if (!(spec?.accessModes ?? []).every((mode) => accessModes.includes(mode))) return false
  if (spec?.selector !== undefined && !fromLabelSelector(spec.selector).matches(volume.metadata.labels)) return false
  return sizeOf(volume) >= milliOf(spec?.resources?.requests?.['storage'])
}

function sizeOf({ spec }: PersistentVolume): bigint {
  return milliOf(spec?.capacity?.['storage'])
}

/** A quantity in thousandths; 0 for none. */
export function milliOf(text: unknown): bigint {
  const quantity = parseQuantity(String(text ?? '0'))
  return quantity === undefined ? 0n : BigInt(quantityMilliValue(quantity))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

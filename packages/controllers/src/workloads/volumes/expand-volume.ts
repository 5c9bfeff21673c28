import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { StorageClass } from '@pinnace/types/storage-v1'
import { namespaceOf } from '../stored-object.ts'
import { normalEvent } from '../workload-event.ts'
import type { WorkloadTools } from '../workload-loop.ts'
import { milliOf } from './find-volume.ts'
import { claimKind, volumeKind } from './volume-names.ts'

/** Options for {@link expandVolume}. */
export interface Expansion {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume
  readonly storageClass: StorageClass
  readonly tools: WorkloadTools<PersistentVolumeClaim>
  readonly signal: AbortSignal
}

/** Grows the volume of a bound claim to what the claim asks for: first the volume, then the capacity of the claim. */
// upstream: external-resizer/pkg/controller/controller.go
export async function expandVolume({ claim, volume, storageClass, tools, signal }: Expansion): Promise<void> {
  const { client } = tools.context
  const storage = claim.spec?.resources?.requests?.['storage']
  if (storage === undefined || storageClass.allowVolumeExpansion !== true) return
  const isLarger = (live: unknown): boolean => milliOf(storage) > milliOf(live)
  if (!isLarger(claim.status?.capacity?.['storage'])) return
  if (isLarger(volume.spec?.capacity?.['storage'])) {
    const capacity = { ...volume.spec?.capacity, storage }
    const volumes = client.resource<PersistentVolume>(volumeKind)
    await volumes.update({ ...volume, spec: { ...volume.spec, capacity } }, { signal })
  }
  const capacity = { ...claim.status?.capacity, storage }
  const claims = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(claim))
  await claims.updateStatus({ ...claim, status: { ...claim.status, capacity } }, { signal })
  tools.recordEvent(claim, normalEvent('VolumeResizeSuccessful', 'Resize volume succeeded'))
}

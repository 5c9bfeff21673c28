import { objectKey, type Informer } from '@pinnace/client'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { StorageClass } from '@pinnace/types/storage-v1'
import type { ControllerContext } from '../../controller.ts'
import type { WorkloadTools } from '../workload-loop.ts'
import { claimKind, volumeKind } from './volume-names.ts'

/** What controllers of volumes look at. */
export interface VolumeInformers {
  readonly claims: Informer<PersistentVolumeClaim>
  readonly volumes: Informer<PersistentVolume>
  readonly classes: Informer<StorageClass>
  readonly nodes: Informer<Node>
}

/** The shared informers of volumes. */
export function volumeInformers({ informers, vocabulary }: ControllerContext): VolumeInformers {
  const storage = `${vocabulary.group('storage')}/v1` as const
  return {
    claims: informers.informer<PersistentVolumeClaim>(claimKind),
    volumes: informers.informer<PersistentVolume>(volumeKind),
    classes: informers.informer<StorageClass>({ apiVersion: storage, kind: 'StorageClass' }),
    nodes: informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' }),
  }
}

/** Wakes the claims that a change of a volume or of a class concerns: the claim that the volume names, or all unbound ones. */
export function watchForClaims(
  { loop }: WorkloadTools<PersistentVolumeClaim>,
  { claims, volumes, classes }: VolumeInformers,
): void {
  const enqueueUnbound = (): void => {
    for (const claim of claims.store.list()) if (!claim.spec?.volumeName) loop.add(objectKey(claim))
  }
  const observe = ({ spec }: PersistentVolume): void => {
    if (spec?.claimRef === undefined) return enqueueUnbound()
    loop.add(`${spec.claimRef.namespace}/${spec.claimRef.name}`)
  }
  volumes.addHandler({ add: observe, update: observe, delete: observe })
  classes.addHandler({ add: enqueueUnbound, update: enqueueUnbound })
}

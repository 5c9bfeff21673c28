import type { Informer } from '@pinnace/client'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { StorageClass } from '@pinnace/types/storage-v1'
import type { ControllerContext } from '../../controller.ts'
import type { VolumeView } from './volume-constraints.ts'

/** The claims, volumes and classes of the cluster; calls `onChange` when one of them changes. */
export function watchVolumes({ informers, vocabulary }: ControllerContext, onChange: () => void): VolumeView {
  const claims = informers.informer<PersistentVolumeClaim>({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
  const volumes = informers.informer<PersistentVolume>({ apiVersion: 'v1', kind: 'PersistentVolume' })
  const classes = informers.informer<StorageClass>({
    apiVersion: `${vocabulary.group('storage')}/v1`,
    kind: 'StorageClass',
  })
  for (const informer of [claims, volumes, classes] as readonly Pick<Informer, 'addHandler'>[]) {
    informer.addHandler({ add: onChange, update: onChange })
  }
  return {
    claim: (namespace, name) => claims.store.get(name, namespace),
    volume: (name) => volumes.store.get(name),
    volumes: () => volumes.store.list(),
    storageClass: (name) => classes.store.get(name),
  }
}

import type { Vocabulary } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { VolumeAttributesClass } from '@pinnace/types/storage-v1'
import type { Controller } from '../controller.ts'
import { startProtection } from './start-protection.ts'

const name = 'volumeattributesclass-protection-controller'
const claimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' } as const
const volumeKind = { apiVersion: 'v1', kind: 'PersistentVolume' } as const
const byClass = 'volume attributes class'

/** Keeps a deleted VolumeAttributesClass while a volume or a claim refers to it. */
// upstream: pkg/controller/volume/vacprotection – which trusts the informers, and may remove the finalizer too early
export const attributesClassProtectionController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [kindIn(vocabulary)],
  start(context) {
    const { client, informers, vocabulary } = context
    const claims = informers.informer<PersistentVolumeClaim>(claimKind)
    const volumes = informers.informer<PersistentVolume>(volumeKind)
    claims.store.addIndex(byClass, classesOfClaim)
    volumes.store.addIndex(byClass, classesOfVolume)
    const users = [claims, volumes]
    const { loop, enqueue } = startProtection<VolumeAttributesClass>({
      name,
      context,
      kind: kindIn(vocabulary),
      finalizer: `${vocabulary.labelDomain}/vac-protection`,
      async isUsed({ metadata: { name: wanted = '' } }, signal) {
        if (users.some(({ store }) => store.byIndex(byClass, wanted).length > 0)) return true
        // The informers may be stale: the claims and volumes are read from the server.
        for await (const claim of client.resource<PersistentVolumeClaim>(claimKind).listAll({ signal })) {
          if (classesOfClaim(claim).includes(wanted)) return true
        }
        for await (const volume of client.resource<PersistentVolume>(volumeKind).listAll({ signal })) {
          if (classesOfVolume(volume).includes(wanted)) return true
        }
        return false
      },
    })
    const enqueueAll = (classes: readonly string[]): void => {
      for (const one of classes) enqueue(one)
    }
    claims.addHandler({
      update: (_, before) => enqueueAll(classesOfClaim(before)),
      delete: (last) => enqueueAll(classesOfClaim(last)),
    })
    volumes.addHandler({
      update: (_, before) => enqueueAll(classesOfVolume(before)),
      delete: (last) => enqueueAll(classesOfVolume(last)),
    })
    return loop
  },
}

function kindIn(vocabulary: Vocabulary): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${vocabulary.group('storage')}/v1`, kind: 'VolumeAttributesClass' }
}

function classesOfClaim({ spec, status }: PersistentVolumeClaim): readonly string[] {
  const { targetVolumeAttributesClassName: target } = status?.modifyVolumeStatus ?? {}
  const names = [spec?.volumeAttributesClassName, status?.currentVolumeAttributesClassName, target]
  return [...new Set(names.flatMap((one) => (one === undefined || one === '' ? [] : [one])))]
}

function classesOfVolume({ spec }: PersistentVolume): readonly string[] {
  return spec?.volumeAttributesClassName ? [spec.volumeAttributesClassName] : []
}

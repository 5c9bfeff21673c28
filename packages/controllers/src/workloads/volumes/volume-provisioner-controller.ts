import type { Vocabulary } from '@pinnace/meta'
import { annotationPrefix as prefix, isNumeric } from '../node-agent/annotated.ts'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { StorageClass } from '@pinnace/types/storage-v1'
import { objectKey, parseObjectKey } from '@pinnace/client'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { unlessOutdated } from '../../is-outdated.ts'
import { startLoop } from '../../reconcile-loop.ts'
import type { Requeue } from '../requeue.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { normalEvent, warningEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { createDefaultClass } from './default-class.ts'
import { expandVolume } from './expand-volume.ts'
import { volumeInformers, watchForClaims, type VolumeInformers } from './volume-informers.ts'
import { claimKind, simulatedDriver, volumeKind, volumeNames } from './volume-names.ts'

const name = 'simulated-volume-provisioner'

/** Options for {@link volumeProvisionerController}. */
export interface VolumeProvisionerOptions {
  /**
   * The name of the storage class that is created when no class is the default one; `false` for none.
   * @default 'standard'
   */
  readonly storageClass?: string | false
}

/** Creates volumes for claims of every storage class that has a provisioner, grows and deletes them. They hold no data. */
export function volumeProvisionerController({ storageClass = 'standard' }: VolumeProvisionerOptions = {}): Controller {
  return {
    name,
    isDefault: true,
    needs: (vocabulary) => [{ apiVersion: `${vocabulary.group('storage')}/v1`, kind: 'StorageClass' }],
    start(context) {
      const informers = volumeInformers(context)
      const parts = [
        startClaims(context, informers),
        startVolumes(context, informers),
        createDefaultClass(context, informers, storageClass),
      ]
      return {
        get isHealthy() {
          return parts.every(({ isHealthy = true }) => isHealthy)
        },
        async stop() {
          await Promise.all(parts.map((part) => part.stop()))
        },
      }
    },
  }
}

function startClaims(context: ControllerContext, informers: VolumeInformers): RunningController {
  return startWorkloadController<PersistentVolumeClaim>({
    name,
    context,
    kind: claimKind,
    watch: (tools) => watchForClaims(tools, informers),
    async reconcile(claim, tools, signal) {
      if (isTerminating(claim)) return undefined
      const { provisioner } = volumeNames(context.vocabulary)
      const storageClass = informers.classes.store.get(claim.spec?.storageClassName ?? '')
      if (storageClass === undefined) return undefined
      if (claim.status?.phase === 'Bound') {
        const volume = informers.volumes.store.get(claim.spec?.volumeName ?? '')
        if (volume !== undefined) await expandVolume({ claim, volume, storageClass, tools, signal })
        return undefined
      }
      const isAsked = claim.metadata.annotations?.[provisioner] === storageClass.provisioner
      if (!isAsked || claim.spec?.volumeName) return undefined
      return provision(claim, storageClass, { tools, informers, signal })
    },
  })
}

async function provision(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  sync: {
    readonly tools: WorkloadTools<PersistentVolumeClaim>
    readonly informers: VolumeInformers
    readonly signal: AbortSignal
  },
): Promise<Requeue> {
  const { tools, informers, signal } = sync
  const { client, clock, vocabulary } = tools.context
  const volume = volumeFor(claim, storageClass, vocabulary)
  if (informers.volumes.store.get(nameOf(volume)) !== undefined) return undefined
  const { [`${prefix}provision-error`]: problem, [`${prefix}provision-ms`]: delay } = claim.metadata.annotations ?? {}
  if (problem !== undefined) {
    tools.recordEvent(claim, warningEvent('ProvisioningFailed', `failed to provision volume: ${problem}`))
    return undefined
  }
  const sinceMs = Date.parse(claim.metadata.creationTimestamp ?? '')
  const remainingMs = isNumeric(delay) ? sinceMs + Number(delay) - clock.now() : 0
  if (remainingMs > 0) return { requeueAfterMs: remainingMs }
  try {
    await client.resource<PersistentVolume>(volumeKind).create(volume, { signal })
  } catch (error) {
    if (!isLostRace(error)) throw error
  }
  tools.recordEvent(claim, normalEvent('ProvisioningSucceeded', `Successfully provisioned volume ${nameOf(volume)}`))
  return undefined
}

/** The volume that a provisioner creates for a claim. */
// upstream: sig-storage-lib-external-provisioner/controller.go, provisionClaimOperation
function volumeFor(claim: PersistentVolumeClaim, storageClass: StorageClass, vocabulary: Vocabulary): PersistentVolume {
  const { provisioner, reclaimPolicy = 'Delete', mountOptions } = storageClass
  const { accessModes = [], volumeMode = 'Filesystem', resources } = claim.spec ?? {}
  const volumeName = `pvc-${uidOf(claim)}`
  return {
    metadata: { name: volumeName, annotations: { [volumeNames(vocabulary).provisionedBy]: provisioner } },
    spec: {
      capacity: { storage: resources?.requests?.['storage'] ?? '0' },
      accessModes,
      volumeMode,
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: nameOf(storageClass),
      ...(mountOptions === undefined ? {} : { mountOptions }),
      claimRef: { ...claimKind, namespace: namespaceOf(claim), name: nameOf(claim), uid: uidOf(claim) },
      csi: { driver: simulatedDriver, volumeHandle: volumeName },
    },
  }
}

/** Deletes provisioned volumes that are released, if their policy says so. */
function startVolumes(context: ControllerContext, { volumes }: VolumeInformers): RunningController {
  const { client, vocabulary } = context
  const { provisionedBy } = volumeNames(vocabulary)
  const loop = startLoop({
    name: 'simulated-volumes',
    context,
    async reconcile(key, signal) {
      const volume = volumes.store.get(parseObjectKey(key).name)
      if (volume === undefined || isTerminating(volume) || volume.status?.phase !== 'Released') return
      if (volume.spec?.persistentVolumeReclaimPolicy !== 'Delete') return
      if (volume.metadata.annotations?.[provisionedBy] === undefined) return
      const preconditions = { uid: uidOf(volume) }
      await unlessOutdated(client.resource(volumeKind).delete(nameOf(volume), { preconditions, signal }))
    },
  })
  const enqueue = (volume: PersistentVolume): void => loop.add(objectKey(volume))
  volumes.addHandler({ add: enqueue, update: enqueue })
  return loop
}

import { objectKey, parseObjectKey } from '@pinnace/client'
import { isEqualJson } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { allowsNode } from '../scheduler/volume-constraints.ts'
import { isTerminating, namespaceOf, uidOf } from '../stored-object.ts'
import { normalEvent, warningEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { bindClaim, setVolumePhase } from './bind-claim.ts'
import { findVolume, isReservedFor } from './find-volume.ts'
import { volumeInformers, watchForClaims, type VolumeInformers } from './volume-informers.ts'
import { claimKind, isByHand, volumeNames } from './volume-names.ts'

const name = 'persistentvolume-binder-controller'

/** Binds volume claims to volumes, and asks provisioners for volumes that do not exist. */
// upstream: pkg/controller/volume/persistentvolume/pv_controller.go
export const volumeBinderController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [{ apiVersion: `${vocabulary.group('storage')}/v1`, kind: 'StorageClass' }],
  start(context) {
    const informers = volumeInformers(context)
    const volumes = startVolumes(context, informers)
    const claims = startWorkloadController<PersistentVolumeClaim>({
      name,
      context,
      kind: claimKind,
      watch: (tools) => watchForClaims(tools, informers),
      reconcile: (claim, tools, signal) => syncClaim(claim, { tools, informers, signal }),
    })
    return {
      get isHealthy() {
        return (claims.isHealthy ?? true) && (volumes.isHealthy ?? true)
      },
      async stop() {
        await Promise.all([claims.stop(), volumes.stop()])
      },
    }
  },
}

/** Keeps the phases of volumes that are not bound. */
function startVolumes(context: ControllerContext, { volumes, claims }: VolumeInformers): RunningController {
  const { client } = context
  const loop = startLoop({
    name: 'persistentvolume-phases',
    context,
    async reconcile(key, signal) {
      const volume = volumes.store.get(parseObjectKey(key).name)
      if (volume === undefined || isTerminating(volume)) return
      const { claimRef } = volume.spec ?? {}
      const claim = claimRef && claims.store.get(claimRef.name ?? '', claimRef.namespace ?? '')
      try {
        if (!claimRef?.uid) await setVolumePhase(volume, 'Available', { client, signal })
        else if (claim === undefined || uidOf(claim) !== claimRef.uid) {
          await setVolumePhase(volume, 'Released', { client, signal })
        }
      } catch (error) {
        if (!isOutdated(error)) throw error
      }
    },
  })
  const enqueue = (volume: PersistentVolume): void => loop.add(objectKey(volume))
  volumes.addHandler({ add: enqueue, update: enqueue })
  claims.addHandler({
    delete: ({ spec }) => {
      if (spec?.volumeName) loop.add(spec.volumeName)
    },
  })
  return loop
}

interface ClaimSync {
  readonly tools: WorkloadTools<PersistentVolumeClaim>
  readonly informers: VolumeInformers
  readonly signal: AbortSignal
}

async function syncClaim(claim: PersistentVolumeClaim, sync: ClaimSync): Promise<void> {
  const { tools, informers, signal } = sync
  const { client, vocabulary } = tools.context
  if (isTerminating(claim)) return
  const { volumeName } = claim.spec ?? {}
  const volume = volumeName ? informers.volumes.store.get(volumeName) : findVolumeFor(claim, sync)
  if (volume === undefined) return volumeName ? syncLostClaim(claim, sync) : requestVolume(claim, sync)
  const isFree = volume.spec?.claimRef === undefined || isReservedFor(volume, claim)
  if (isFree) return bindClaim(claim, volume, { client, vocabulary, signal })
  const isCompleted = claim.metadata.annotations?.[volumeNames(vocabulary).bindCompleted] !== undefined
  if (isCompleted) await setLost(claim, 'ClaimMisbound', sync)
}

/** A volume for an unbound claim. Claims of a class that waits for the first consumer wait for the node, too. */
function findVolumeFor(claim: PersistentVolumeClaim, { tools, informers }: ClaimSync): PersistentVolume | undefined {
  const volumes = informers.volumes.store.list()
  const selected = selectedNode(claim, tools)
  if (selected === undefined && waitsForConsumer(claim, informers)) {
    return volumes.find((volume) => isReservedFor(volume, claim))
  }
  const node = informers.nodes.store.get(selected ?? '')
  return findVolume(claim, volumes, (volume) => node === undefined || allowsNode(volume, node))
}

/** What happens to a claim without a volume: its provisioner is asked for one, if its class has one. */
async function requestVolume(claim: PersistentVolumeClaim, sync: ClaimSync): Promise<void> {
  const { tools, informers, signal } = sync
  const className = claim.spec?.storageClassName ?? ''
  const storageClass = informers.classes.store.get(className)
  if (storageClass === undefined) {
    const note = 'no persistent volumes available for this claim and no storage class is set'
    if (className === '') tools.recordEvent(claim, normalEvent('FailedBinding', note))
    else {
      const missing = `storageclass.${tools.context.vocabulary.group('storage')} "${className}" not found`
      tools.recordEvent(claim, warningEvent('ProvisioningFailed', missing))
    }
    return
  }
  if (waitsForConsumer(claim, informers) && selectedNode(claim, tools) === undefined) {
    const note = 'waiting for first consumer to be created before binding'
    tools.recordEvent(claim, normalEvent('WaitForFirstConsumer', note))
    return
  }
  const { provisioner } = storageClass
  if (isByHand(provisioner)) return
  const { client, vocabulary } = tools.context
  const annotations = { ...claim.metadata.annotations, [volumeNames(vocabulary).provisioner]: provisioner }
  if (isEqualJson(annotations, claim.metadata.annotations)) return
  const note =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the ` +
    'system administrator. If volume creation is delayed, please verify that the provisioner is running and ' +
    'correctly registered.'
  tools.recordEvent(claim, normalEvent('ExternalProvisioning', note))
  const claims = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(claim))
  await claims.update({ ...claim, metadata: { ...claim.metadata, annotations } }, { signal })
}

function waitsForConsumer({ spec }: PersistentVolumeClaim, { classes }: VolumeInformers): boolean {
  return classes.store.get(spec?.storageClassName ?? '')?.volumeBindingMode === 'WaitForFirstConsumer'
}

function selectedNode(
  { metadata }: PersistentVolumeClaim,
  { context }: WorkloadTools<PersistentVolumeClaim>,
): string | undefined {
  return metadata.annotations?.[volumeNames(context.vocabulary).selectedNode]
}

async function syncLostClaim(claim: PersistentVolumeClaim, sync: ClaimSync): Promise<void> {
  const { bindCompleted } = volumeNames(sync.tools.context.vocabulary)
  if (claim.metadata.annotations?.[bindCompleted] !== undefined) await setLost(claim, 'ClaimLost', sync)
}

async function setLost(
  claim: PersistentVolumeClaim,
  reason: 'ClaimLost' | 'ClaimMisbound',
  { tools, signal }: ClaimSync,
): Promise<void> {
  if (claim.status?.phase === 'Lost') return
  const claims = tools.context.client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(claim))
  await claims.updateStatus({ ...claim, status: { ...claim.status, phase: 'Lost' } }, { signal })
  const note =
    reason === 'ClaimLost'
      ? 'Bound claim has lost its PersistentVolume. Data on the volume is lost!'
      : 'Two claims are bound to the same volume, this one is bound incorrectly'
  tools.recordEvent(claim, warningEvent(reason, note))
}

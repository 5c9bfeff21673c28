import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { controllerOf, controllerRef } from '../controller-ref.ts'
import { isFinished } from '../pod-state.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { createControllerRecorder } from '../workload-loop.ts'
import { claimKind } from './volume-names.ts'

const name = 'ephemeral-volume-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

type PodVolume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number]

/** Creates the claims of the ephemeral volumes of pods, which own them. */
// upstream: pkg/controller/volume/ephemeral/controller.go
export const ephemeralVolumeController: Controller = {
  name,
  isDefault: true,
  start: startEphemeralVolumes,
}

function startEphemeralVolumes(context: ControllerContext): RunningController {
  const claims = context.informers.informer<PersistentVolumeClaim>(claimKind)
  const pods = context.informers.informer<Pod>(podKind)
  const recorder = createControllerRecorder(name, context)
  const loop = startLoop({
    name,
    context,
    async reconcile(key, signal) {
      const { name: podName, namespace } = parseObjectKey(key)
      const pod = pods.store.get(podName, namespace)
      if (pod === undefined || isTerminating(pod) || isFinished(pod)) return
      for (const volume of pod.spec?.volumes ?? [])
        await createClaim(pod, volume, { context, claims, signal, conflict })
    },
  })
  const conflict = (pod: Pod, claimName: string): void => {
    const key = objectKey(pod)
    const note = `PVC "${namespaceOf(pod)}/${claimName}" was not created for pod "${key}" (pod is not owner)`
    const regarding = { ...podKind, name: nameOf(pod), namespace: namespaceOf(pod), uid: uidOf(pod) }
    recorder.record({ regarding, type: 'Warning', reason: 'EphemeralVolume', action: 'Creating', note })
  }
  // Most pods have no such volume, and never enter the queue.
  const observe = (pod: Pod): void => {
    if (pod.spec?.volumes?.some(({ ephemeral }) => ephemeral !== undefined)) loop.add(objectKey(pod))
  }
  pods.addHandler({ add: observe, update: observe })
  claims.addHandler({
    delete(claim) {
      const owner = controllerOf(claim)
      if (owner?.kind === 'Pod') loop.add(`${namespaceOf(claim)}/${owner.name}`)
    },
  })
  return {
    get isHealthy() {
      return loop.isHealthy ?? true
    },
    async stop() {
      await loop.stop()
      await recorder.stop()
    },
  }
}

async function createClaim(
  pod: Pod,
  { name: volumeName, ephemeral }: PodVolume,
  access: {
    readonly context: ControllerContext
    readonly claims: Informer<PersistentVolumeClaim>
    readonly signal: AbortSignal
    readonly conflict: (pod: Pod, claimName: string) => void
  },
): Promise<void> {
  const template = ephemeral?.volumeClaimTemplate
  if (template === undefined) return
  const { context, claims, signal, conflict } = access
  const claimName = `${nameOf(pod)}-${volumeName}`
  const live = claims.store.get(claimName, namespaceOf(pod))
  if (live !== undefined) {
    if (controllerOf(live)?.uid !== uidOf(pod)) conflict(pod, claimName)
    return
  }
  const { labels, annotations } = template.metadata ?? {}
  const metadata = {
    name: claimName,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ownerReferences: [controllerRef(podKind, pod)],
  }
  const client = context.client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(pod))
  try {
    await client.create({ metadata, spec: template.spec }, { signal })
  } catch (error) {
    if (!isLostRace(error)) throw error
  }
}

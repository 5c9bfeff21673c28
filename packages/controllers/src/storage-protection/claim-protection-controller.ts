import type { ApiObject } from '@pinnace/meta'
import type { PersistentVolumeClaim, Pod } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { claimNames } from '../pod-claims.ts'
import { startProtection } from './start-protection.ts'

const name = 'persistentvolumeclaim-protection-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const
const byClaim = 'claim'

/** Keeps a deleted PersistentVolumeClaim while a pod that is bound to a node uses it. */
// upstream: pkg/controller/volume/pvcprotection
export const claimProtectionController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { client, informers, vocabulary } = context
    const pods = informers.informer<Pod>(podKind)
    pods.store.addIndex(byClaim, (pod) => claimNames(pod).map((claim) => `${pod.metadata.namespace}/${claim}`))
    const { loop, enqueue } = startProtection<PersistentVolumeClaim>({
      name,
      context,
      kind: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
      finalizer: `${vocabulary.labelDomain}/pvc-protection`,
      async isUsed(claim, signal) {
        const { name: claimName, namespace = '' } = claim.metadata
        const known = pods.store.byIndex(byClaim, `${namespace}/${claimName}`)
        if (known.some((pod) => uses(pod, claim))) return true
        // The informer may be stale: the pods are read from the server.
        for await (const pod of client.resource<Pod>(podKind).namespace(namespace).listAll({ signal })) {
          if (uses(pod, claim)) return true
        }
        return false
      },
    })
    const enqueueClaims = (pod: Pod): void => {
      for (const claim of claimNames(pod)) enqueue(claim, pod.metadata.namespace)
    }
    pods.addHandler({
      add: enqueueClaims,
      update(live, before) {
        enqueueClaims(live)
        // Another pod has the name now; the informer has missed the deletion of the first.
        if (live.metadata.uid !== before.metadata.uid) enqueueClaims(before)
      },
      delete: enqueueClaims,
    })
    return loop
  },
}

// upstream: pvc_protection_controller.go, podUsesPVC – a pod without a node cannot start with a deleted claim.
export function uses(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (!pod.spec?.nodeName) return false
  const { name: claimName } = claim.metadata
  return (pod.spec.volumes ?? []).some(({ name: volume, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim?.claimName === claimName) return true
    if (ephemeral === undefined || `${pod.metadata.name}-${volume}` !== claimName) return false
    return !isShutDown(pod) && isMadeFor(claim, pod)
  })
}

/** Whether a pod has been shut down. The object may still exist, even because it waits for the claim. */
// upstream: pvc_protection_controller.go, podIsShutDown
function isShutDown({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0
}

// upstream: component-helpers/storage/ephemeral, VolumeIsForPod
function isMadeFor({ metadata }: ApiObject, pod: Pod): boolean {
  return (
    metadata.ownerReferences?.some(({ controller, uid }) => controller === true && uid === pod.metadata.uid) ?? false
  )
}

import type { ApiObject } from '@pinnace/meta'
import type { PersistentVolumeClaim, Pod } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { startProtection } from './start-protection.ts'

const name = 'persistentvolumeclaim-protection-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' }
const byClaim = 'claims a pod on a node may use'

/** A claim that is deleted stays as long as a pod that has a node uses it. */
// upstream: pkg/controller/volume/pvcprotection
export const claimProtectionController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { client, informers, vocabulary } = context
    const pods = informers.informer<Pod>(podKind)
    pods.store.addIndex(byClaim, (pod) => claimNames(pod).map((claim) => `${pod.metadata.namespace}/${claim}`))
    const { loop, look } = startProtection<PersistentVolumeClaim>({
      name,
      context,
      kind: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
      finalizer: `${vocabulary.labelDomain}/pvc-protection`,
      async isUsed(claim, signal) {
        const { name: claimName, namespace = '' } = claim.metadata
        const known = pods.store.byIndex(byClaim, `${namespace}/${claimName}`)
        if (known.some((pod) => uses(pod, claim))) return true
        // A pod that uses it may be newer than what is known.
        for await (const pod of client.resource<Pod>(podKind).namespace(namespace).listAll({ signal })) {
          if (uses(pod, claim)) return true
        }
        return false
      },
    })
    const lookAtClaims = (pod: Pod): void => {
      for (const claim of claimNames(pod)) look(claim, pod.metadata.namespace)
    }
    pods.addHandler({
      add: lookAtClaims,
      update(live, before) {
        lookAtClaims(live)
        // Another pod of the name: the deletion of the first was not seen.
        if (live.metadata.uid !== before.metadata.uid) lookAtClaims(before)
      },
      delete: lookAtClaims,
    })
    return loop
  },
}

/** Claims a pod names, and those made for its ephemeral volumes. */
function claimNames({ metadata, spec }: Pod): readonly string[] {
  return (spec?.volumes ?? []).flatMap(({ name: volume, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return [persistentVolumeClaim.claimName]
    return ephemeral === undefined ? [] : [`${metadata.name}-${volume}`]
  })
}

// upstream: pvc_protection_controller.go, podUsesPVC – a pod without a node cannot start with a claim that is deleted.
function uses(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (!pod.spec?.nodeName) return false
  const { name: claimName } = claim.metadata
  return (pod.spec.volumes ?? []).some(({ name: volume, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim?.claimName === claimName) return true
    if (ephemeral === undefined || `${pod.metadata.name}-${volume}` !== claimName) return false
    return !isShutDown(pod) && isMadeFor(claim, pod)
  })
}

/** Nothing of it runs any more, whatever keeps the object: it might even be waiting for the claim. */
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

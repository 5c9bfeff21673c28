import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { controllerOf, controllerRef } from '../controller-ref.ts'
import { isFinished } from '../pod-state.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { startWorkloadController } from '../workload-loop.ts'
import { warningEvent } from '../workload-event.ts'
import { claimKind } from './volume-names.ts'

const name = 'ephemeral-volume-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** Creates the claims of the ephemeral volumes of pods, which own them. */
// upstream: pkg/controller/volume/ephemeral/controller.go
export const ephemeralVolumeController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const claims = context.informers.informer<PersistentVolumeClaim>(claimKind)
    return startWorkloadController<Pod>({
      name,
      context,
      kind: podKind,
      watch: (tools) => tools.watchChildren(claims),
      async reconcile(pod, tools, signal) {
        if (isTerminating(pod) || isFinished(pod)) return
        for (const volume of pod.spec?.volumes ?? []) {
          const template = volume.ephemeral?.volumeClaimTemplate
          if (template === undefined) continue
          const claimName = `${nameOf(pod)}-${volume.name}`
          const live = claims.store.get(claimName, namespaceOf(pod))
          if (live !== undefined) {
            if (controllerOf(live)?.uid === uidOf(pod)) continue
            const note = `PVC "${namespaceOf(pod)}/${claimName}" was not created for pod "${namespaceOf(pod)}/${nameOf(pod)}" (pod is not owner)`
            tools.recordEvent(pod, warningEvent('EphemeralVolume', note))
            continue
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
      },
    })
  },
}

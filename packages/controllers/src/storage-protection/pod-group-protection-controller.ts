import type { Vocabulary } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodGroup } from '@pinnace/types/scheduling-v1alpha2'
import type { Controller } from '../controller.ts'
import { isFinished } from '../workloads/pod-state.ts'
import { startProtection } from './start-protection.ts'

const name = 'podgroup-protection-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const
const byGroup = 'pod group'

/** Keeps a deleted PodGroup while pods that have not finished are in it. */
// upstream: pkg/controller/scheduling/podgroupprotection
export const podGroupProtectionController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [kindIn(vocabulary)],
  // It is off by default.
  reportsMissingKinds: false,
  start(context) {
    const { client, informers, vocabulary } = context
    const pods = informers.informer<Pod>(podKind)
    pods.store.addIndex(byGroup, (pod) => {
      const group = groupOf(pod)
      return group === undefined ? [] : [`${pod.metadata.namespace}/${group}`]
    })
    const { loop, enqueue } = startProtection<PodGroup>({
      name,
      context,
      kind: kindIn(vocabulary),
      finalizer: `${vocabulary.group('scheduling')}/podgroup-protection`,
      async isUsed({ metadata: { name: group = '', namespace = '' } }, signal) {
        if (pods.store.byIndex(byGroup, `${namespace}/${group}`).some((pod) => !isFinished(pod))) return true
        // The informer may be stale: the pods are read from the server.
        for await (const pod of client.resource<Pod>(podKind).namespace(namespace).listAll({ signal })) {
          if (groupOf(pod) === group && !isFinished(pod)) return true
        }
        return false
      },
    })
    const enqueueGroup = (pod: Pod): void => {
      const group = groupOf(pod)
      if (group !== undefined) enqueue(group, pod.metadata.namespace)
    }
    pods.addHandler({
      update(live, before) {
        enqueueGroup(live)
        if (groupOf(live) !== groupOf(before)) enqueueGroup(before)
      },
      delete: enqueueGroup,
    })
    return loop
  },
}

function kindIn(vocabulary: Vocabulary): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${vocabulary.group('scheduling')}/v1alpha2`, kind: 'PodGroup' }
}

function groupOf({ spec }: Pod): string | undefined {
  return spec?.schedulingGroup?.podGroupName
}

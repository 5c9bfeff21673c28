import { objectKey, type KindReference } from '@pinnace/client'
import { backgroundSlices, runInSlices, type Vocabulary } from '@pinnace/meta'
import type { ClusterRole } from '@pinnace/types/rbac-v1'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { changedRules } from './aggregated-rules.ts'

const name = 'clusterrole-aggregation-controller'

/** Writes the rules of cluster roles with an `aggregationRule`. */
// upstream: pkg/controller/clusterroleaggregation
export const clusterRoleAggregationController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [kindOf(vocabulary)],
  start(context) {
    const { client, informers, vocabulary } = context
    const kind = kindOf(vocabulary)
    const clusterRoles = client.resource<ClusterRole>(kind)
    const { store, addHandler } = informers.informer<ClusterRole>(kind)
    const slices = backgroundSlices(context.clock)
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const role = store.get(key)
        if (role?.aggregationRule === undefined) return
        const rules = await runInSlices(changedRules(role, store.list()), slices)
        if (rules === undefined) return
        // An empty list is applied too: an absent one would leave the rules of other field managers.
        // The uid keeps a role that was deleted meanwhile from being created again.
        const { uid = '' } = role.metadata
        const applied = { ...kind, metadata: { name: key, uid }, rules }
        await unlessOutdated(clusterRoles.apply(applied, { fieldManager: name, force: true, signal }))
      },
    })
    // A change of any role may change any aggregated role; there are few of both.
    const enqueueAll = (): void => {
      for (const role of store.list()) if (role.aggregationRule !== undefined) loop.add(objectKey(role))
    }
    addHandler({ add: enqueueAll, update: enqueueAll, delete: enqueueAll })
    return loop
  },
}

function kindOf(vocabulary: Vocabulary): KindReference<`rbac.authorization.${string}/v1`, 'ClusterRole'> {
  return { apiVersion: `${vocabulary.group('rbac.authorization')}/v1`, kind: 'ClusterRole' }
}

import { fromLabelSelector, StatusError, type Vocabulary } from '@pinnace/meta'
import type { ClusterRole, PolicyRule } from '@pinnace/types/rbac-v1'
import type { Controller } from '../controller.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'clusterrole-aggregation-controller'

/** Writes down the rules of cluster roles that are the sum of others. */
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
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const role = store.get(key)
        if (role?.aggregationRule === undefined) return
        const rules = sumOf(role, store.list())
        if (textOf(rules) === textOf(role.rules ?? [])) return
        const { apiVersion, kind: kindName } = kind
        // Also where there are none: what was left out would stay with whoever wrote it.
        const applied = { apiVersion, kind: kindName, metadata: { name: key }, rules }
        try {
          await clusterRoles.apply(applied, { fieldManager: name, force: true, signal })
        } catch (error) {
          if (!(error instanceof StatusError) || error.code !== 404) throw error
        }
      },
    })
    // Any role may be part of any other: there are few of both.
    const lookAtAll = (): void => {
      for (const { aggregationRule, metadata } of store.list()) {
        if (aggregationRule !== undefined) loop.add(metadata.name!)
      }
    }
    addHandler({ add: lookAtAll, update: lookAtAll, delete: lookAtAll })
    return loop
  },
}

function kindOf(vocabulary: Vocabulary): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${vocabulary.group('rbac.authorization')}/v1`, kind: 'ClusterRole' }
}

/** The rules of every other role the selectors find, in the order of selectors and names, each once. */
function sumOf({ metadata, aggregationRule }: ClusterRole, roles: readonly ClusterRole[]): readonly PolicyRule[] {
  const byName = [...roles].sort((left, right) => (left.metadata.name! < right.metadata.name! ? -1 : 1))
  const sum = new Map<string, PolicyRule>()
  for (const selector of aggregationRule?.clusterRoleSelectors ?? []) {
    const matcher = fromLabelSelector(selector)
    for (const role of byName) {
      if (role.metadata.name === metadata.name || !matcher.matches(role.metadata.labels)) continue
      for (const rule of role.rules ?? []) {
        const text = textOf([rule])
        if (!sum.has(text)) sum.set(text, rule)
      }
    }
  }
  return [...sum.values()]
}

/** The same for the same rules, whatever is left out and whatever is empty. */
function textOf(rules: readonly PolicyRule[]): string {
  return JSON.stringify(
    rules.map(({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) => [
      verbs,
      apiGroups,
      resources,
      resourceNames,
      nonResourceURLs,
    ]),
  )
}

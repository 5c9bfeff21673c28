import type { ObjectStore } from '@pinnace/client'
import { fromLabelSelector, type ApiObject, type LabelSelectorMatcher, type Vocabulary } from '@pinnace/meta'
import type { ReplicaSet, StatefulSet } from '@pinnace/types/apps-v1'
import type { Service } from '@pinnace/types/core-v1'
import type { Pod, ReplicationController, TopologySpreadConstraint } from '@pinnace/types/core-v1-pods'
import type { ControllerContext } from '../../controller.ts'
import { controllerOf, namesKind } from '../controller-ref.ts'
import { namespaceOf } from '../stored-object.ts'

/** The constraints that spread a pod without constraints of its own, which only prefer nodes. */
export interface DefaultSpread {
  readonly constraints: readonly TopologySpreadConstraint[]
  /** The selectors that a pod must match to count beside this pod; none where the pod is not spread. */
  selectorsOf(pod: Pod): readonly LabelSelectorMatcher[]
}

type Store<T extends ApiObject> = Pick<ObjectStore<T>, 'get' | 'list'>

/** What selects the pods that belong together. */
export interface SpreadOwners {
  readonly services: Store<Service>
  readonly replicationControllers: Store<ReplicationController>
  readonly replicaSets: Store<ReplicaSet>
  readonly statefulSets: Store<StatefulSet>
}

/** The constraints of kube-scheduler: over nodes, and over zones. */
// upstream: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go, systemDefaultConstraints
export function createDefaultSpread(owners: SpreadOwners, { labelDomain }: Vocabulary): DefaultSpread {
  const whenUnsatisfiable = 'ScheduleAnyway'
  return {
    constraints: [
      { topologyKey: `${labelDomain}/hostname`, maxSkew: 3, whenUnsatisfiable },
      { topologyKey: `topology.${labelDomain}/zone`, maxSkew: 5, whenUnsatisfiable },
    ],
    selectorsOf: (pod) => [...serviceSelectors(pod, owners), ...ownerSelectors(pod, owners)].filter(isRestrictive),
  }
}

/** Watches what the pods of {@link createDefaultSpread} belong to. */
export function watchDefaultSpread({ informers, vocabulary }: ControllerContext): DefaultSpread {
  const owners: SpreadOwners = {
    services: informers.informer<Service>({ apiVersion: 'v1', kind: 'Service' }).store,
    replicationControllers: informers.informer<ReplicationController>({
      apiVersion: 'v1',
      kind: 'ReplicationController',
    }).store,
    replicaSets: informers.informer<ReplicaSet>({ apiVersion: 'apps/v1', kind: 'ReplicaSet' }).store,
    statefulSets: informers.informer<StatefulSet>({ apiVersion: 'apps/v1', kind: 'StatefulSet' }).store,
  }
  return createDefaultSpread(owners, vocabulary)
}

// upstream: pkg/scheduler/framework/plugins/helper/spread.go, DefaultSelector
function serviceSelectors(pod: Pod, { services }: SpreadOwners): readonly LabelSelectorMatcher[] {
  return services.list(namespaceOf(pod)).flatMap(({ spec }) => {
    if (!spec?.selector) return []
    const selector = fromLabelSelector({ matchLabels: spec.selector })
    return selector.matches(pod.metadata.labels) ? [selector] : []
  })
}

function ownerSelectors(pod: Pod, owners: SpreadOwners): readonly LabelSelectorMatcher[] {
  const owner = controllerOf(pod)
  if (owner === undefined) return []
  const { name } = owner
  const namespace = namespaceOf(pod)
  if (namesKind(owner, { apiVersion: 'v1', kind: 'ReplicationController' })) {
    const selector = owners.replicationControllers.get(name, namespace)?.spec?.selector
    return selector ? [fromLabelSelector({ matchLabels: selector })] : []
  }
  const sets = { ReplicaSet: owners.replicaSets, StatefulSet: owners.statefulSets } as const
  for (const kind of ['ReplicaSet', 'StatefulSet'] as const) {
    if (!namesKind(owner, { apiVersion: 'apps/v1', kind })) continue
    const set = sets[kind].get(name, namespace)
    if (set !== undefined) return [fromLabelSelector(set.spec?.selector)]
  }
  return []
}

function isRestrictive({ isEmpty }: LabelSelectorMatcher): boolean {
  return !isEmpty
}

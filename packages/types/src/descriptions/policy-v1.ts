import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `policy/v1`. */
export const descriptions: TypeDescriptions = {
  'policy.v1.Eviction': {
    '': 'Asks for a pod to be deleted, unless a disruption budget forbids it at present. Created at the subresource eviction of the pod.',
    deleteOptions: 'How the pod is deleted, with what preconditions.',
  },
  'policy.v1.PodDisruptionBudget': {
    '': 'Limits how many pods of a group may be missing because of evictions. Pods that fail or are deleted directly are not held back.',
    spec: 'The pods and the limit.',
    status: 'How many evictions are possible now.',
  },
  'policy.v1.PodDisruptionBudgetSpec': {
    '': 'The pods of a budget and its limit. One of minAvailable and maxUnavailable can be set.',
    minAvailable:
      'How many pods must be healthy after an eviction: a number, or a percentage, rounded up. "100%" forbids all evictions.',
    selector: 'The pods by label. An empty selector takes all of the namespace, none at all takes no pod.',
    maxUnavailable:
      'How many pods may be missing after an eviction: a number, or a percentage, rounded up. 0 forbids all evictions.',
    unhealthyPodEvictionPolicy:
      'Whether running pods that are not ready may be evicted: IfHealthyBudget (the default) only while enough others are healthy, AlwaysAllow always.',
  },
  'policy.v1.PodDisruptionBudgetStatus': {
    '': 'How many evictions a budget allows.',
    observedGeneration:
      'The generation that the controller last acted on. Evictions are refused while it is out of date.',
    disruptedPods:
      'Pods whose eviction was allowed but not yet seen, with the time of it. An entry is dropped after 2 minutes if the pod is still there.',
    disruptionsAllowed: 'How many pods may be evicted now.',
    currentHealthy: 'Pods that are healthy.',
    desiredHealthy: 'Pods that must be healthy at least.',
    expectedPods: 'Pods that the budget is about.',
    conditions: 'Judgments of the state. DisruptionAllowed says whether evictions are possible.',
  },
}

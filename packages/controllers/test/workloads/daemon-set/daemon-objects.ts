import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { DaemonFacts, DaemonNode, DaemonPlan } from '../../../src/workloads/daemon-set/daemon-facts.ts'
import type { WithSpec } from '../../../src/workloads/stored-object.ts'
import { namesOf, nowMs, pod, templateOf, type PodOptions } from '../objects.ts'

const hash = 'new'

export function daemonSet(spec: Partial<NonNullable<DaemonSet['spec']>> = {}): WithSpec<DaemonSet> {
  return {
    metadata: { name: 'agent', namespace: 'default', uid: 'uid-agent', generation: 4 },
    spec: { selector: { matchLabels: { app: 'web' } }, template: templateOf(1), ...spec },
  }
}

export function rolling(limits: { maxSurge?: number | string; maxUnavailable?: number | string }): WithSpec<DaemonSet> {
  return daemonSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: limits } })
}

/** A pod of the current template that is ready, unless said otherwise. */
export function current(name: string, options: PodOptions = {}): Pod {
  return pod(name, { ready: true, labels: { 'controller-revision-hash': hash }, node: 'n', ...options })
}

export function old(name: string, options: PodOptions = {}): Pod {
  return current(name, { labels: { 'controller-revision-hash': 'old' }, ...options })
}

export function at(name: string, pods: readonly Pod[], fit: Partial<DaemonNode> = {}): DaemonNode {
  return { name, shouldRun: true, mayStay: true, pods, ...fit }
}

export function facts(set: WithSpec<DaemonSet>, ...nodes: readonly DaemonNode[]): DaemonFacts {
  return { set, nodes, hash, nowMs }
}

export function shown({ create, remove }: DaemonPlan): unknown {
  return { create, remove: namesOf(remove) }
}

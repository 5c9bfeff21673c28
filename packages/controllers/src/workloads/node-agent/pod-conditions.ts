import { formatTime } from '@pinnace/meta'
import type { Pod, PodCondition } from '@pinnace/types/core-v1-pods'
import type { PodLife } from './pod-life.ts'

/** What the conditions of a pod are computed from. */
export interface PodConditionFacts {
  readonly pod: Pod
  readonly life: PodLife
  readonly phase: string
  readonly nowMs: number
}

type Reported = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>

/** The conditions of a pod: those the agent reports, then those of others, such as readiness gates. */
// upstream: pkg/kubelet/status/generate.go
export function podConditions(facts: PodConditionFacts): readonly PodCondition[] {
  const { pod, life, nowMs } = facts
  const stored = pod.status?.conditions ?? []
  const hasSandbox = life.step !== 'pulling' && life.step !== 'new' && life.step !== 'ended'
  const reported: readonly Reported[] = [
    condition('PodReadyToStartContainers', hasSandbox),
    initializedCondition(facts),
    readyCondition(facts),
    containersReadyCondition(facts),
    condition('PodScheduled', true),
  ]
  const own = reported.map((next): PodCondition => {
    const known = stored.find(({ type, status }) => type === next.type && status === next.status)
    return { ...known, ...next, lastTransitionTime: known?.lastTransitionTime ?? formatTime(nowMs) }
  })
  const types = new Set(reported.map(({ type }) => type))
  return [...own, ...stored.filter(({ type }) => !types.has(type))]
}

function condition(type: string, isTrue: boolean): Reported {
  return { type, status: isTrue ? 'True' : 'False' }
}

function initializedCondition({ pod, life, phase }: PodConditionFacts): Reported {
  const incomplete = (pod.spec?.initContainers ?? []).slice(life.initialized).map(({ name }) => name)
  if (incomplete.length === 0) {
    return { ...condition('Initialized', true), ...(phase === 'Succeeded' ? { reason: 'PodCompleted' } : {}) }
  }
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`
  return { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized', message }
}

function containersReadyCondition({ pod, life, phase }: PodConditionFacts): Reported {
  const type = 'ContainersReady'
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' }
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' }
  const unready = (pod.spec?.containers ?? [])
    .map(({ name }) => name)
    .filter((name) => !life.isReady || life.containers.get(name)?.state !== 'running')
  if (unready.length === 0) return condition(type, true)
  const message = `containers with unready status: [${unready.join(' ')}]`
  return { type, status: 'False', reason: 'ContainersNotReady', message }
}

function readyCondition(facts: PodConditionFacts): Reported {
  const containersReady = containersReadyCondition(facts)
  if (containersReady.status !== 'True') return { ...containersReady, type: 'Ready' }
  const problems = (facts.pod.spec?.readinessGates ?? []).flatMap(({ conditionType }) =>
    gateProblems(facts.pod, conditionType),
  )
  if (problems.length === 0) return condition('Ready', true)
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') }
}

function gateProblems({ status }: Pod, gate: string): readonly string[] {
  const found = status?.conditions?.find(({ type }) => type === gate)
  if (found === undefined) {
    return [`corresponding condition of pod readiness gate ${JSON.stringify(gate)} does not exist.`]
  }
  if (found.status === 'True') return []
  return [`the status of pod readiness gate ${JSON.stringify(gate)} is not "True", but ${found.status}`]
}

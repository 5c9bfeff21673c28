import { formatMicroTime, type ApiObject } from '@pinnace/meta'
import { release } from '../../controller-identity.ts'
import { placementOf } from './pod-placement.ts'
import type { TemplateFunction } from './template/run-template.ts'
import { templateFunctions } from './template/template-functions.ts'
import { indented } from './template/text-functions.ts'
import { textOf } from './template/template-values.ts'

/** What the functions of a template know of the cluster. */
export interface StageFacts {
  readonly object: ApiObject
  readonly nowMs: number
  readonly startedMs: number
  /** Formats a value as YAML. */
  readonly dump: (value: unknown) => string
  nodeIp(node: string): string
  podIp(uid: string, node: string, isOnHostNetwork: boolean): string
}

/** The functions that templates of stages have besides those of all templates. */
// upstream: kwok's functions of the same names
export function stageFunctions(facts: StageFacts): Readonly<Record<string, TemplateFunction>> {
  const { object, nowMs, startedMs, dump, nodeIp, podIp } = facts
  const { node, isOnHostNetwork } = placementOf(object)
  const { name = '', uid = '' } = object.metadata
  const now = (): string => formatMicroTime(BigInt(Math.trunc(nowMs)) * 1000n)
  return {
    ...templateFunctions,
    Quote: (value) => JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value ?? null)),
    Now: now,
    now,
    StartTime: () => formatMicroTime(BigInt(Math.trunc(startedMs)) * 1000n),
    YAML: (value, levels) => {
      const spaces = Number(levels ?? 0) * 2
      return spaces > 0 ? `\n${indented(spaces, dump(value))}` : dump(value)
    },
    Version: () => release,
    NodeConditions: () => nodeConditions,
    NodeName: () => name,
    NodeIP: () => nodeIp(node || name),
    NodePort: () => 0,
    NodeIPWith: (other) => nodeIp(textOf(other)),
    PodIP: () => podIp(uid, node, isOnHostNetwork),
    PodIPWith: (own, isShared, podUid) => podIp(textOf(podUid), textOf(own), isShared === true),
  }
}

/** Whether templates of stages have a function. */
export function isStageFunction(name: string): boolean {
  return Object.hasOwn(namesOnly, name)
}

const namesOnly = stageFunctions({
  object: { metadata: {} },
  nowMs: 0,
  startedMs: 0,
  dump: String,
  nodeIp: String,
  podIp: String,
})

// upstream: pkg/kubelet/nodestatus/setters.go
const nodeConditions = [
  ['Ready', 'True', 'NodeReady', 'is posting ready status'],
  ['MemoryPressure', 'False', 'SufficientMemory', 'has sufficient memory available'],
  ['DiskPressure', 'False', 'NoDiskPressure', 'has no disk pressure'],
  ['PIDPressure', 'False', 'SufficientPID', 'has sufficient PID available'],
].map(([type, status, reason, text]) => ({ type, status, reason, message: `simulated node ${text}` }))

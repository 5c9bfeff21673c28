import type { EventRecorder, ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { unlessOutdated } from '../../is-outdated.ts'
import { nameOf, uidOf } from '../stored-object.ts'
import { placementOf } from './pod-placement.ts'
import type { CompiledPatch, CompiledStage, CompiledStep } from './compile-stages.ts'
import type { StageValues } from './stage.ts'
import { stageFunctions, type StageFacts } from './stage-functions.ts'
import { runTemplate } from './template/run-template.ts'

/** What the steps of a stage work with. */
export interface StageTools extends Omit<StageFacts, 'object' | 'dump'> {
  readonly kind: { readonly apiVersion: string; readonly kind: string }
  /** Of the namespace of the object. */
  readonly resources: ResourceClient<ApiObject>
  readonly recorder: EventRecorder
  readonly signal: AbortSignal
}

/** Changes an object as a stage says. A TypeError where a template of it fails. */
export async function applyStage({ stage, steps }: CompiledStage, object: ApiObject, tools: StageTools): Promise<void> {
  const yaml = await import('js-yaml')
  const facts: StageFacts = { ...tools, object, dump: (value) => yaml.dump(value ?? null).trimEnd() }
  let isDeleted = false
  for (const step of steps) {
    if (step.event !== undefined) recordEvent(step.event, facts, tools)
    if (isDeleted) continue
    await changeFinalizers(step, object, tools)
    if (step.delete === true) {
      isDeleted = true
      await remove(object, tools)
    } else if (step.patch !== undefined) {
      const value = patchValue(step.patch, facts, (text) => yaml.load(text))
      await sendPatch(step.patch, value, { object, stage: stage.name, tools })
    }
  }
}

function recordEvent(
  event: NonNullable<CompiledStep['event']>,
  facts: StageFacts,
  { kind, recorder }: StageTools,
): void {
  const { type = 'Normal', reason, message } = event
  const note = runTemplate(message, facts.object, stageFunctions(facts))
  recorder.record({ regarding: { ...kind, ...facts.object }, type, reason, action: reason, note })
}

async function changeFinalizers({ finalizers }: CompiledStep, object: ApiObject, tools: StageTools): Promise<void> {
  if (finalizers === undefined) return
  const { add = [], remove: removed = [], empty = false } = finalizers
  const before = object.metadata.finalizers ?? []
  const kept = empty ? [] : before.filter((one) => !removed.includes(one))
  const after = [...kept, ...add.filter((one) => !kept.includes(one))]
  if (after.length === before.length && after.every((one, index) => one === before[index])) return
  const { resourceVersion } = object.metadata
  // The list is replaced: the write fails if another client has changed the object.
  const metadata = { finalizers: after, ...(resourceVersion === undefined ? {} : { resourceVersion }) }
  await tools.resources.patch(nameOf(object), { metadata }, { signal: tools.signal })
}

async function remove(object: ApiObject, { resources, signal }: StageTools): Promise<void> {
  const preconditions = { uid: uidOf(object) }
  await unlessOutdated(resources.delete(nameOf(object), { gracePeriodSeconds: 0, preconditions, signal }))
}

function patchValue({ template }: CompiledPatch, facts: StageFacts, load: (text: string) => unknown): unknown {
  if (typeof template === 'function') return template(facts.object, valuesOf(facts))
  const text = runTemplate(template, facts.object, stageFunctions(facts))
  try {
    return load(text)
  } catch (cause) {
    throw new TypeError(`the template prints no YAML: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

function valuesOf({ nowMs, nodeIp, podIp }: StageFacts): StageValues {
  return {
    now: new Date(nowMs).toISOString(),
    nodeIp,
    podIp(pod) {
      const { node, isOnHostNetwork } = placementOf(pod)
      return podIp(uidOf(pod), node, isOnHostNetwork)
    },
  }
}

async function sendPatch(
  { root, subresource, type }: CompiledPatch,
  value: unknown,
  { object, stage, tools }: { readonly object: ApiObject; readonly stage: string; readonly tools: StageTools },
): Promise<void> {
  const { kind, resources, signal } = tools
  const isPodOrNode = kind.apiVersion === 'v1' && (kind.kind === 'Pod' || kind.kind === 'Node')
  const chosen = type ?? (isPodOrNode ? 'strategic' : 'merge')
  const patch = chosen === 'json' ? operationsBelow(root, value) : root === undefined ? value : { [root]: value ?? {} }
  const target = subresource === undefined ? resources : resources.subresource(subresource)
  if (patch === null || typeof patch !== 'object') throw new TypeError(`stage ${JSON.stringify(stage)} prints no patch`)
  await target.patch(nameOf(object), patch as never, { type: chosen, signal })
}

function operationsBelow(root: string | undefined, value: unknown): unknown {
  if (root === undefined || !Array.isArray(value)) return value
  return value.map((operation: { readonly path?: unknown }) => ({
    ...operation,
    path: `/${root}${String(operation.path)}`,
  }))
}

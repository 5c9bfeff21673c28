import { badRequest, forbidden, formatTime, fromLabelSelector, StatusError, type ApiObject } from '@pinnace/meta'
import type { CreateSubresourceContext, CreateSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Eviction, PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { isPodReady, setPodCondition } from './pod-condition.ts'

const budgets = { group: 'policy', resource: 'poddisruptionbudgets' } as const
const maxDisruptedPods = 2000
const tooSoonSeconds = 10
const evicted = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' } as const

interface DeleteOptions {
  readonly dryRun?: readonly string[]
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** `/eviction`: a deletion that asks the pod's disruption budget first. */
// upstream: registry/core/pod/storage, EvictionREST
export const podEviction: CreateSubresource<Pod> = {
  type: 'create',
  verbs: ['create'],
  kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
  // upstream: EvictionREST, AcceptsGroupVersion
  olderVersions: ['v1beta1'],
  schema: () => loadType('policy.v1.Eviction'),
  assertBody: ({ metadata }, name) => {
    if (metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object')
  },
  act: (body, context) => evictPod(body as Eviction, context),
}

/** Deletes the pod, unless the one budget that covers it has nothing left. Without {@link CreateSubresourceContext.related} no budget is known. */
export async function evictPod(eviction: Eviction, context: CreateSubresourceContext<Pod>): Promise<undefined> {
  const options = eviction.deleteOptions as ApiObject | undefined
  const { parent, related } = context
  if (related === undefined || isBeyondBudgets(parent)) return deleteEvicted(options, context)
  const found = (await related.list(budgets, context.namespace)) as readonly PodDisruptionBudget[]
  const covering = found.filter((budget) => isCovering(budget, parent))
  if (covering.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new StatusError('InternalError', message)
  }
  const [budget] = covering
  if (budget !== undefined && mustAsk(budget, parent)) await takeDisruption(budget, context)
  return deleteEvicted(options, context)
}

/** Deletes the pod, which says first why it goes. */
// upstream: addConditionAndDeletePod
async function deleteEvicted(
  options: ApiObject | undefined,
  context: CreateSubresourceContext<Pod>,
): Promise<undefined> {
  const { dryRun = [], preconditions } = (options ?? {}) as DeleteOptions
  if (context.dryRun || dryRun.length > 0) {
    await context.delete(options)
    return undefined
  }
  await context.update((next) => {
    const condition = { type: 'DisruptionTarget', status: 'True', ...evicted }
    setPodCondition((next.status = { ...next.status }), condition, context.clock)
  }, preconditions)
  // The condition has changed the version.
  const { resourceVersion, ...others } = preconditions ?? {}
  const isVersioned = options !== undefined && resourceVersion !== undefined
  await context.delete(isVersioned ? ({ ...options, preconditions: others } as unknown as ApiObject) : options)
  return undefined
}

// upstream: canIgnorePDB – a pod that does not run, or is going, disrupts nothing.
function isBeyondBudgets({ metadata, status }: Pod): boolean {
  const phase = status?.phase
  return phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || metadata.deletionTimestamp !== undefined
}

function isCovering({ spec }: PodDisruptionBudget, pod: Pod): boolean {
  // An empty selector of policy/v1 covers every pod of the namespace, a missing one none.
  return spec?.selector !== undefined && fromLabelSelector(spec.selector).matches(pod.metadata.labels)
}

/** Pods that are not ready are not among the healthy ones a budget keeps. */
function mustAsk({ spec, status = {} }: PodDisruptionBudget, pod: Pod): boolean {
  if (isPodReady(pod.status)) return true
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return false
  const { currentHealthy = 0, desiredHealthy = 0 } = status
  return !(currentHealthy >= desiredHealthy && desiredHealthy > 0)
}

// upstream: checkAndDecrement
async function takeDisruption(budget: PodDisruptionBudget, context: CreateSubresourceContext<Pod>): Promise<void> {
  const name = budget.metadata.name!
  const podName = context.name
  await context.related!.updateStatus(budgets, context.namespace, name, (object) => {
    const next = object as { status?: Record<string, unknown> } & ApiObject
    const { status = {}, metadata } = next as PodDisruptionBudget
    const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = status
    if (observedGeneration < (metadata.generation ?? 0)) throw tooSoon(name)
    if (disruptionsAllowed < 0) throw refused(name, 'pdb disruptions allowed is negative')
    if (Object.keys(disruptedPods).length > maxDisruptedPods) {
      throw refused(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller')
    }
    if (disruptionsAllowed === 0) {
      const { desiredHealthy = 0, currentHealthy = 0 } = status
      throw tooMany(
        `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
        0,
      )
    }
    const disrupted = { ...disruptedPods, [podName]: formatTime(context.clock.now()) }
    next.status = { ...status, disruptionsAllowed: disruptionsAllowed - 1, disruptedPods: disrupted }
    if (disruptionsAllowed === 1) next.status['conditions'] = withExhausted(status, context)
  })
}

/** The conditions of a budget that has nothing left. */
// upstream: pkg/controller/disruption, UpdateDisruptionAllowedCondition
function withExhausted(
  { conditions = [], observedGeneration = 0 }: NonNullable<PodDisruptionBudget['status']>,
  context: CreateSubresourceContext<Pod>,
): readonly unknown[] {
  const known = conditions.find(({ type }) => type === 'DisruptionAllowed')
  const next = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration,
    lastTransitionTime: known?.status === 'False' ? known.lastTransitionTime : formatTime(context.clock.now()),
    reason: 'InsufficientPods',
    message: '',
  }
  return known === undefined ? [...conditions, next] : conditions.map((one) => (one === known ? next : one))
}

function tooSoon(name: string): StatusError {
  return tooMany(`The disruption budget ${name} is still being processed by the server.`, tooSoonSeconds)
}

function tooMany(cause: string, retryAfterSeconds: number): StatusError {
  const message = "Cannot evict pod as it would violate the pod's disruption budget."
  return new StatusError('TooManyRequests', message, {
    details: {
      causes: [{ reason: 'DisruptionBudget', message: cause }],
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
  })
}

function refused(name: string, reason: string): StatusError {
  return forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, reason)
}

import type { KindReference } from '@pinnace/client'
import { formatMicroTime, isEqualJson, StatusError, type Vocabulary } from '@pinnace/meta'
import type { Lease, LeaseSpec } from '@pinnace/types/coordination-v1'
import type { LeaseCandidate } from '@pinnace/types/coordination-v1beta1'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'
import { requeueAfter } from '../workloads/requeue.ts'
import { nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import {
  electedLeaseSeconds,
  electionMs,
  isCandidateExpired,
  isLeaseExpired,
  nextStep,
  type ElectionStep,
} from './elect.ts'

const name = 'leader-election-controller'

/**
 * Elects the holder of a lease among its LeaseCandidates: pings them, writes the one with the oldest emulation version
 * into the Lease, or, while another one holds it, as the preferred holder. Deletes candidates that are not renewed. A
 * server without the feature gate CoordinatedLeaderElection does not keep what it writes, and gets nothing.
 */
// upstream: pkg/controlplane/controller/leaderelection, a controller of kube-apiserver
export const leaderElectionController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [candidateKind(vocabulary)],
  reportsMissingKinds: false,
  start(context) {
    const { informers, vocabulary } = context
    const candidates = informers.informer<LeaseCandidate>(candidateKind(vocabulary))
    const leases = informers.informer<Lease>(leaseKind(vocabulary))
    const byLease = 'lease'
    candidates.store.addIndex(byLease, (candidate) => [leaseKeyOf(candidate)])
    let isEnabled: Promise<boolean> | undefined
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const found = candidates.store.byIndex(byLease, key)
        if (found.length === 0) return undefined
        isEnabled ??= keepsStrategies(context, signal).catch((error: unknown) => {
          isEnabled = undefined
          throw error
        })
        if (!(await isEnabled)) return undefined
        const [namespace = '', leaseName = ''] = key.split('/')
        await deleteExpired(found, context, signal)
        const step = nextStep(leases.store.get(leaseName, namespace), found, context.clock.now())
        await act(step, { context, namespace, name: leaseName, signal })
        // A holder that is gone does nothing that could be noticed.
        return requeueAfter(electionMs)
      },
    })
    const enqueue = (candidate: LeaseCandidate): void => loop.add(leaseKeyOf(candidate))
    candidates.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
    const enqueueLease = (lease: Lease): void => loop.add(`${namespaceOf(lease)}/${nameOf(lease)}`)
    leases.addHandler({ update: enqueueLease, delete: enqueueLease })
    return loop
  },
}

interface Election {
  readonly context: ControllerContext
  readonly namespace: string
  readonly name: string
  readonly signal: AbortSignal
}

function candidateKind(vocabulary: Vocabulary): KindReference<`coordination.${string}/v1beta1`, 'LeaseCandidate'> {
  return { apiVersion: `${vocabulary.group('coordination')}/v1beta1`, kind: 'LeaseCandidate' }
}

function leaseKind(vocabulary: Vocabulary): KindReference<`coordination.${string}/v1`, 'Lease'> {
  return { apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' }
}

function leaseKeyOf(candidate: LeaseCandidate): string {
  return `${namespaceOf(candidate)}/${candidate.spec?.leaseName ?? ''}`
}

/** Whether the server keeps the strategy of a lease, which it does with the feature gate only. */
async function keepsStrategies({ client, vocabulary }: ControllerContext, signal: AbortSignal): Promise<boolean> {
  const leases = client.resource<Lease>(leaseKind(vocabulary)).namespace(vocabulary.systemNamespace)
  const lease = { metadata: { generateName: 'strategy-' }, spec: { strategy: 'OldestEmulationVersion' } }
  const { spec } = await leases.create(lease, { dryRun: true, signal })
  return spec?.strategy !== undefined
}

// upstream: leasecandidate_gc_controller.go
async function deleteExpired(
  candidates: readonly LeaseCandidate[],
  { client, vocabulary, clock }: ControllerContext,
  signal: AbortSignal,
): Promise<void> {
  for (const candidate of candidates) {
    // A candidate that has just been created is about to be renewed.
    if (candidate.spec?.renewTime === undefined || !isCandidateExpired(candidate, clock.now())) continue
    const own = client.resource<LeaseCandidate>(candidateKind(vocabulary)).namespace(namespaceOf(candidate))
    const { resourceVersion = '' } = candidate.metadata
    const preconditions = { uid: uidOf(candidate), resourceVersion }
    await unlessOutdated(own.delete(nameOf(candidate), { preconditions, signal }))
  }
}

async function act(step: ElectionStep, election: Election): Promise<void> {
  if (step.step === 'ping') await ping(step.candidates, election)
  if (step.step === 'elect') await writeLease(step, election)
}

async function ping(candidates: readonly LeaseCandidate[], { context, namespace, signal }: Election): Promise<void> {
  const { client, vocabulary } = context
  const own = client.resource<LeaseCandidate>(candidateKind(vocabulary)).namespace(namespace)
  const pingTime = microTime(context)
  for (const candidate of candidates) {
    const { spec } = candidate
    if (spec !== undefined) await unlessOutdated(own.update({ ...candidate, spec: { ...spec, pingTime } }, { signal }))
  }
}

async function writeLease(
  elected: Extract<ElectionStep, { step: 'elect' }>,
  { context, namespace, name: leaseName, signal }: Election,
): Promise<void> {
  const { client, clock, vocabulary } = context
  const leases = client.resource<Lease>(leaseKind(vocabulary)).namespace(namespace)
  const live = await undefinedIfNotFound(leases.get(leaseName, { signal }))
  if (live === undefined) {
    const spec = { ...heldBy(elected.holder, context), strategy: elected.strategy }
    try {
      await leases.create({ metadata: { name: leaseName }, spec }, { signal })
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    }
    return
  }
  const spec = specAfter(live, elected, { ...context, isExpired: isLeaseExpired(live, clock.now()) })
  if (!isEqualJson(spec, live.spec)) await unlessOutdated(leases.update({ ...live, spec }, { signal }))
}

/** What an election makes of a lease: the elected one holds it if it is free, and is preferred if it is not. */
function specAfter(
  { spec: live = {} }: Lease,
  { holder, strategy }: Extract<ElectionStep, { step: 'elect' }>,
  context: Pick<ControllerContext, 'clock'> & { readonly isExpired: boolean },
): LeaseSpec {
  const spec = { ...live, strategy }
  const current = live.holderIdentity ?? ''
  if (holder === undefined || holder === current) return spec
  if (current !== '' && !context.isExpired) return { ...spec, preferredHolder: holder }
  const { preferredHolder: _preferred, acquireTime: _acquired, ...kept } = spec
  return { ...kept, ...heldBy(holder, context) }
}

function heldBy(holder: string | undefined, context: Pick<ControllerContext, 'clock'>): LeaseSpec {
  return {
    ...(holder === undefined ? {} : { holderIdentity: holder }),
    leaseDurationSeconds: electedLeaseSeconds,
    renewTime: microTime(context),
  }
}

function microTime({ clock }: Pick<ControllerContext, 'clock'>): string {
  return formatMicroTime(BigInt(Math.trunc(clock.now())) * 1000n)
}

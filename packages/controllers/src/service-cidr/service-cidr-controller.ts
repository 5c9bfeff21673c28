import type { Informer, KindReference } from '@pinnace/client'
import { formatTime, parseTime, type Vocabulary } from '@pinnace/meta'
import type { IPAddress, ServiceCIDR } from '@pinnace/types/networking-v1'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { requeueAfter, type Requeue } from '../workloads/requeue.ts'
import { isTerminating, nameOf } from '../workloads/stored-object.ts'
import { containsAddress, containsBlock } from './address-block.ts'

const name = 'service-cidr-controller'

/** How long a deleted range stays, so that a service that was being created with an address of it is seen. */
// upstream: pkg/controller/servicecidrs, deletionGracePeriod
const deletionGraceMs = 10_000

/** Reports that ranges of service addresses are ready, and keeps deleted ones while addresses of them are in use. */
// upstream: pkg/controller/servicecidrs/servicecidrs_controller.go
export const serviceCidrController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [rangeKind(vocabulary), addressKind(vocabulary)],
  start(context) {
    const { informers, vocabulary } = context
    const ranges = informers.informer<ServiceCIDR>(rangeKind(vocabulary))
    const addresses = informers.informer<IPAddress>(addressKind(vocabulary))
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const range = ranges.store.get(key)
        if (range === undefined) return
        return isTerminating(range)
          ? terminate(range, { context, ranges, addresses, signal })
          : prepare(range, context, signal)
      },
    })
    const enqueue = (range: ServiceCIDR): void => loop.add(nameOf(range))
    // A range that goes may be what keeps another one, or the other way round.
    const enqueueAll = (): void => ranges.store.list().forEach(enqueue)
    ranges.addHandler({ add: enqueueAll, update: enqueueAll, delete: enqueueAll })
    const enqueueRangesOf = (address: IPAddress): void => {
      for (const range of ranges.store.list()) {
        if (range.spec?.cidrs?.some((cidr) => containsAddress(cidr, nameOf(address))) === true) enqueue(range)
      }
    }
    addresses.addHandler({ add: enqueueRangesOf, delete: enqueueRangesOf })
    return loop
  },
}

/** The kind of the ranges of service addresses. */
function rangeKind(vocabulary: Vocabulary): KindReference<`networking.${string}/v1`, 'ServiceCIDR'> {
  return { apiVersion: `${vocabulary.group('networking')}/v1`, kind: 'ServiceCIDR' }
}

/** The kind of the addresses in use. */
export function addressKind(vocabulary: Vocabulary): KindReference<`networking.${string}/v1`, 'IPAddress'> {
  return { apiVersion: `${vocabulary.group('networking')}/v1`, kind: 'IPAddress' }
}

function finalizerOf(vocabulary: Vocabulary): string {
  return `${vocabulary.group('networking')}/service-cidr-finalizer`
}

async function prepare(range: ServiceCIDR, context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, vocabulary } = context
  const { finalizers = [] } = range.metadata
  const finalizer = finalizerOf(vocabulary)
  if (!finalizers.includes(finalizer)) {
    const metadata = { ...range.metadata, finalizers: [...finalizers, finalizer] }
    await unlessOutdated(client.resource(rangeKind(vocabulary)).update({ ...range, metadata }, { signal }))
    return
  }
  if (isReady(range, 'True')) return
  const { product } = vocabulary
  const message = `${product.charAt(0).toUpperCase()}${product.slice(1)} Service CIDR is ready`
  await report(range, { context, signal, condition: { status: 'True', reason: '', message } })
}

async function terminate(
  range: ServiceCIDR,
  options: {
    readonly context: ControllerContext
    readonly ranges: Informer<ServiceCIDR>
    readonly addresses: Informer<IPAddress>
    readonly signal: AbortSignal
  },
): Promise<Requeue> {
  const { context, ranges, addresses, signal } = options
  const { client, vocabulary, clock } = context
  const { finalizers = [], deletionTimestamp } = range.metadata
  const finalizer = finalizerOf(vocabulary)
  if (!finalizers.includes(finalizer)) return undefined
  const others = ranges.store.list().filter((other) => other !== range && !isTerminating(other))
  if (isInUse(range, others, addresses.store.list())) {
    if (isReady(range, 'False')) return undefined
    const message =
      'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR'
    await report(range, { context, signal, condition: { status: 'False', reason: 'Terminating', message } })
    return undefined
  }
  const leftMs = (parseTime(deletionTimestamp ?? '') ?? 0) + deletionGraceMs - clock.now()
  if (leftMs > 0) return requeueAfter(leftMs)
  const metadata = { ...range.metadata, finalizers: finalizers.filter((one) => one !== finalizer) }
  await unlessOutdated(client.resource(rangeKind(vocabulary)).update({ ...range, metadata }, { signal }))
  return undefined
}

/** Whether an address in use is of a range and of no other one. */
// upstream: servicecidrs_controller.go, canDeleteCIDR
function isInUse({ spec }: ServiceCIDR, others: readonly ServiceCIDR[], addresses: readonly IPAddress[]): boolean {
  const blocks = others.flatMap((other) => other.spec?.cidrs ?? [])
  return (spec?.cidrs ?? []).some(
    (cidr) =>
      !blocks.some((block) => containsBlock(block, cidr)) &&
      addresses.some(
        (address) =>
          containsAddress(cidr, nameOf(address)) && !blocks.some((block) => containsAddress(block, nameOf(address))),
      ),
  )
}

function isReady({ status }: ServiceCIDR, value: string): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === value) === true
}

async function report(
  range: ServiceCIDR,
  options: {
    readonly context: ControllerContext
    readonly signal: AbortSignal
    readonly condition: { readonly status: string; readonly reason: string; readonly message: string }
  },
): Promise<void> {
  const { context, signal, condition } = options
  const { client, vocabulary, clock } = context
  const conditions = [{ type: 'Ready', ...condition, lastTransitionTime: formatTime(clock.now()) }]
  const { uid = '' } = range.metadata
  const ranges = client.resource<ServiceCIDR>(rangeKind(vocabulary))
  const patch = { metadata: { uid }, status: { conditions } }
  await unlessOutdated(ranges.patchStatus(nameOf(range), patch, { type: 'strategic', fieldManager: name, signal }))
}

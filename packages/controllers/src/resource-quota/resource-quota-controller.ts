import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import { backgroundSlices, StatusError, type ApiObject, type GroupResource } from '@pinnace/meta'
import { createQuotaEvaluators, type QuotaEvaluators } from '@pinnace/admission/quota'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import type { Controller, ControllerContext, RunningController } from '../controller.ts'
import { createResourceMonitors, type ResourceMonitors } from '../monitors/resource-monitors.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { isCode404 } from '../undefined-if-not-found.ts'
import { countQuota } from './count-quota.ts'
import { createCountableResources, type CountableResources } from './countable-resources.ts'
import { changesUsage, contentKinds, isUncounted } from './quota-changes.ts'

const name = 'resourcequota-controller'
const kind = { apiVersion: 'v1', kind: 'ResourceQuota' } as const
// upstream: --resource-quota-sync-period
const resyncMs = 300_000
/** A write that admission has charged may not be stored yet when its objects are counted. */
const recountMs = 1000

/** Counts the usage of quotas: when they change, when objects are deleted or use less, and every five minutes. */
// upstream: pkg/controller/resourcequota
export const resourceQuotaController: Controller = {
  name,
  isDefault: true,
  start: (context) => new QuotaCounting(context),
}

class QuotaCounting implements RunningController {
  readonly #context: ControllerContext
  readonly #evaluators: QuotaEvaluators
  readonly #quotas: Informer<ResourceQuota>
  readonly #resources: CountableResources
  readonly #monitors: ResourceMonitors
  readonly #recounts: Loop
  /** Quotas that have never been counted do not wait for those that are counted again. */
  readonly #firstCounts: Loop
  readonly #discovery: Loop

  constructor(context: ControllerContext) {
    const { client, informers, clock, random, vocabulary } = context
    this.#context = context
    this.#evaluators = createQuotaEvaluators(vocabulary)
    this.#quotas = informers.informer<ResourceQuota>(kind)
    this.#resources = createCountableResources({ client, clock })
    this.#monitors = createResourceMonitors({
      client,
      clock,
      random,
      onError: (error) => context.onError(error, { controller: name, isGivenUp: false }),
      handler: {
        observe: () => {},
        remove: (resource, { metadata }) => this.#recountQuotasOf(resource, metadata.namespace ?? ''),
        forget: (resource, { metadata }) => this.#recountQuotasOf(resource, metadata.namespace ?? ''),
      },
    })
    const reconcile = (key: string, signal: AbortSignal) => this.#count(key, signal)
    this.#recounts = startLoop({ name, context, reconcile, maxDelayMs: resyncMs })
    this.#firstCounts = startLoop({ name: `${name}-priority`, context, reconcile, maxDelayMs: resyncMs })
    this.#discovery = startLoop({
      name: `${name}-monitors`,
      context,
      workers: 1,
      maxDelayMs: resyncMs,
      reconcile: (_, signal) => this.#discover(signal),
    })
    this.#handleQuotas()
    this.#handleContent()
  }

  get isHealthy(): boolean {
    return [this.#recounts, this.#firstCounts, this.#discovery].every(({ isHealthy }) => isHealthy !== false)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#recounts.stop(), this.#firstCounts.stop(), this.#discovery.stop()])
    await this.#monitors.stop()
  }

  #handleQuotas(): void {
    this.#quotas.addHandler({
      add: (quota) => {
        this.#discovery.add('all')
        const loop = isUncounted(quota, this.#evaluators) ? this.#firstCounts : this.#recounts
        loop.add(objectKey(quota))
      },
      update: (quota, before) => {
        if (JSON.stringify(quota.spec) === JSON.stringify(before.spec)) return
        this.#discovery.add('all')
        this.#firstCounts.add(objectKey(quota))
      },
      delete: () => this.#discovery.add('all'),
    })
  }

  #handleContent(): void {
    const { informers, clock } = this.#context
    for (const { resource, ...content } of contentKinds) {
      const evaluator = this.#evaluators.of(resource)
      if (evaluator === undefined) continue
      informers.informer<ApiObject>(content).addHandler({
        update: (object, before) => {
          for (const quota of this.#quotas.store.list(object.metadata.namespace)) {
            const change = { quota, evaluator, object, before, nowMs: clock.now() }
            if (changesUsage(change)) this.#recounts.add(objectKey(quota))
          }
        },
        delete: ({ metadata }) => this.#recountQuotasOf(resource, metadata.namespace ?? ''),
      })
    }
  }

  async #count(key: string, signal: AbortSignal): Promise<{ readonly requeueAfterMs: number } | void> {
    const { client, clock } = this.#context
    const place = parseObjectKey(key)
    const quotas = client.resource<ResourceQuota>(kind).namespace(place.namespace)
    try {
      // The role of the controller lacks `get`, and the informer may lack what admission has charged since.
      const [quota] = (await quotas.list({ fieldSelector: `metadata.name=${place.name}`, signal })).items
      if (quota === undefined) return
      const counting = { client, quota, evaluators: this.#evaluators, resources: this.#resources, signal }
      const status = await countQuota({ ...counting, nowMs: clock.now(), slices: backgroundSlices(clock) })
      if (status === undefined) return { requeueAfterMs: resyncMs }
      await quotas.updateStatus({ ...quota, status }, { signal })
      return { requeueAfterMs: recountMs }
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'Conflict') return { requeueAfterMs: 0 }
      if (!isCode404(error)) throw error
    }
  }

  /** Monitors the resources that quotas limit by number alone. */
  async #discover(signal: AbortSignal): Promise<{ readonly requeueAfterMs: number }> {
    const names = this.#quotas.store.list().flatMap(({ spec }) => Object.keys(spec?.hard ?? {}))
    const named = this.#evaluators.forNames(new Set(names)).map(({ resource }) => resource)
    await this.#resources.refresh(signal)
    this.#monitors.sync(named.filter((one) => !hasContent(one)).flatMap((one) => this.#resources.find(one) ?? []))
    return { requeueAfterMs: resyncMs }
  }

  #recountQuotasOf(resource: GroupResource, namespace: string): void {
    const evaluator = this.#evaluators.of(resource)
    for (const quota of this.#quotas.store.list(namespace)) {
      const names = new Set(Object.keys(quota.spec?.hard ?? {}))
      if ((evaluator?.matchingNames(names).length ?? 0) > 0) this.#recounts.add(objectKey(quota))
    }
  }
}

function hasContent({ group, resource }: GroupResource): boolean {
  return contentKinds.some((one) => one.resource.group === group && one.resource.resource === resource)
}

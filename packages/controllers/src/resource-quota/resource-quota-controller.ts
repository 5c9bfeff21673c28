import { createQuotaEvaluators } from '@pinnace/admission/quota'
import { objectKey, parseObjectKey } from '@pinnace/client'
import { StatusError, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { createResourceMonitors } from '../monitors/resource-monitors.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { countQuota } from './count-quota.ts'
import { createCountableResources } from './countable-resources.ts'
import { changesUsage, contentKinds, isUncounted } from './quota-changes.ts'

const name = 'resourcequota-controller'
// upstream: --resource-quota-sync-period
const resyncMs = 300_000
/** A write that was charged, and not yet stored when it was counted, is counted now. */
const recountMs = 1000

/** Keeps what quotas say is used to what there is: as they come, as objects go, and now and then. */
// upstream: pkg/controller/resourcequota
export const resourceQuotaController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { client, informers, clock, random, vocabulary } = context
    const evaluators = createQuotaEvaluators(vocabulary)
    const kind = { apiVersion: 'v1', kind: 'ResourceQuota' }
    const quotas = informers.informer<ResourceQuota>(kind)
    const resources = createCountableResources({ client, clock })
    // upstream: whatever came of a count, there is another every period.
    const begin = (loopName: string): Loop => startLoop({ name: loopName, context, reconcile, maxDelayMs: resyncMs })
    const loop = begin(name)
    // What has never been counted does not wait behind what is counted again.
    const urgent = begin(`${name}-priority`)

    async function reconcile(key: string, signal: AbortSignal): Promise<{ readonly requeueAfterMs: number } | void> {
      const place = parseObjectKey(key)
      const own = client.resource<ResourceQuota>(kind).namespace(place.namespace)
      try {
        // The role of the controller has no `get`, and a copy of the informer may lack what admission has charged since.
        const { items } = await own.list({ fieldSelector: `metadata.name=${place.name}`, signal })
        const [quota] = items
        if (quota === undefined) return
        const status = await countQuota({ client, quota, evaluators, resources, nowMs: clock.now(), signal })
        if (status === undefined) return { requeueAfterMs: resyncMs }
        await own.updateStatus({ ...quota, status }, { signal })
        return { requeueAfterMs: recountMs }
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        if (error.reason === 'Conflict') return { requeueAfterMs: 0 }
        if (error.code !== 404) throw error
      }
    }
    const replenish = (resource: GroupResource, namespace: string): void => {
      const evaluator = evaluators.of(resource)
      for (const quota of quotas.store.list(namespace)) {
        const names = new Set(Object.keys(quota.spec?.hard ?? {}))
        if ((evaluator?.matchingNames(names).length ?? 0) > 0) loop.add(objectKey(quota))
      }
    }
    const monitors = createResourceMonitors({
      client,
      clock,
      random,
      onError: (error) => context.onError(error, { controller: name, isGivenUp: false }),
      handler: {
        observe: () => {},
        remove: (resource, { metadata }) => replenish(resource, metadata.namespace ?? ''),
        forget: (resource, { metadata }) => replenish(resource, metadata.namespace ?? ''),
      },
    })
    const around = startLoop({
      name: `${name}-monitors`,
      context,
      workers: 1,

      maxDelayMs: resyncMs,
      async reconcile(_, signal) {
        const names = quotas.store.list().flatMap(({ spec }) => Object.keys(spec?.hard ?? {}))
        const named = evaluators.forNames(new Set(names)).map(({ resource }) => resource)
        await resources.refresh(signal)
        monitors.sync(named.filter((one) => !hasContent(one)).flatMap((one) => resources.find(one) ?? []))
        return { requeueAfterMs: resyncMs }
      },
    })
    quotas.addHandler({
      add(quota) {
        around.add('all')
        const target = isUncounted(quota, evaluators) ? urgent : loop
        target.add(objectKey(quota))
      },
      update(quota, before) {
        if (JSON.stringify(quota.spec) === JSON.stringify(before.spec)) return
        around.add('all')
        urgent.add(objectKey(quota))
      },
      delete: () => around.add('all'),
    })
    for (const { resource, ...content } of contentKinds) {
      const evaluator = evaluators.of(resource)!
      informers.informer<ApiObject>(content).addHandler({
        update(object, before) {
          for (const quota of quotas.store.list(object.metadata.namespace)) {
            if (changesUsage({ quota, evaluator, object, before, nowMs: clock.now() })) loop.add(objectKey(quota))
          }
        },
        delete: ({ metadata }) => replenish(resource, metadata.namespace ?? ''),
      })
    }
    return {
      get isHealthy() {
        return [loop, urgent, around].every(({ isHealthy }) => isHealthy !== false)
      },
      async stop() {
        await Promise.all([loop.stop(), urgent.stop(), around.stop()])
        await monitors.stop()
      },
    }
  },
}

function hasContent({ group, resource }: GroupResource): boolean {
  return contentKinds.some((one) => one.resource.group === group && one.resource.resource === resource)
}

import { createEventRecorder, type DiscoveredResource, type PartialObjectMetadata } from '@pinnace/client'
import { delay, formatGroupVersion, type Vocabulary } from '@pinnace/meta'
import type { Controller } from '../controller.ts'
import { preferredResources } from '../discovery/preferred-resources.ts'
import { startLoop } from '../reconcile-loop.ts'
import { createAbsentOwners } from './absent-owners.ts'
import { collectItem, type Collection } from './collect-item.ts'
import { createCollectedObjects, UnreachableOwnerError } from './collected-objects.ts'
import { createDependencyGraph } from './dependency-graph.ts'
import { formatIdentity, type ObjectIdentity } from './object-identity.ts'
import { orphanDependents } from './orphan-dependents.ts'
import { createResourceMonitors } from '../monitors/resource-monitors.ts'
import { createServedKinds } from './served-kinds.ts'

const name = 'garbage-collector-controller'
// upstream: cmd app/core.go – the resources are looked at every 30 seconds, and the first time waited for as long.
const syncMs = 30_000
const soonMs = 1000
// upstream: --concurrent-gc-syncs
const workers = 20
const firstLookMs = 5
const longestLookMs = 1_000_000

/** Deletes what nobody owns any more, and takes owners apart from their dependents where that is asked for. */
// upstream: pkg/controller/garbagecollector
export const garbageCollectorController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { client, clock, random, vocabulary } = context
    const onError = (error: unknown): void => context.onError(error, { controller: name, isGivenUp: false })
    const kinds = createServedKinds({ client, clock })
    const objects = createCollectedObjects(client, kinds)
    const absentOwners = createAbsentOwners()
    /** How often something was looked at that has not been seen yet, or that has more than one name. */
    const looks = new Map<string, number>()
    const nextLookMs = (uid: string): number => {
      const look = looks.get(uid) ?? 0
      looks.set(uid, look + 1)
      return Math.min(firstLookMs * 2 ** look, longestLookMs)
    }
    const events = createEventRecorder({
      events: client.resource({ apiVersion: `${vocabulary.group('events')}/v1`, kind: 'Event' }),
      reportingController: name,
      clock,
      random,
      onError,
    })
    const attemptDelete = (uid: string): void => loop.add(`delete/${uid}`)
    const graph = createDependencyGraph({
      absentOwners,
      attemptDelete,
      attemptLater: (uid) => loop.addAfter(`delete/${uid}`, nextLookMs(uid)),
      attemptOrphan: (uid) => loop.add(`orphan/${uid}`),
      onInvalidNamespace: (regarding, owner) =>
        events.record({
          regarding,
          type: 'Warning',
          reason: 'OwnerRefInvalidNamespace',
          action: 'CheckingOwners',
          note: `ownerRef ${formatIdentity(owner)} does not exist in namespace "${regarding.namespace}"`,
        }),
    })
    const collection: Collection = { graph, objects, absentOwners, attemptDelete }
    const definitions = vocabulary.group('apiextensions')
    const monitors = createResourceMonitors({
      client,
      clock,
      random,
      onError,
      handler: {
        observe(resource, object) {
          graph.observe(identityIn(resource, object), object.metadata)
          looks.delete(object.metadata.uid!)
          if (resource.group === definitions) lookAround()
        },
        remove(resource, last) {
          graph.remove(identityIn(resource, last))
          if (resource.group === definitions) lookAround()
        },
        forget: (resource, last) => graph.forget(identityIn(resource, last)),
      },
    })
    const stopping = new AbortController()
    let finishFirst = (): void => {}
    const firstSync = new Promise<void>((resolve) => (finishFirst = resolve))
    const ready = (async () => {
      await firstSync
      const waiting = new AbortController()
      const stop = (): void => waiting.abort()
      stopping.signal.addEventListener('abort', stop, { once: true })
      // What cannot be looked at now does not keep the rest from being collected.
      await Promise.race([monitors.synced(), delay(clock, syncMs, waiting.signal, { keepAlive: false })]).catch(
        () => {},
      )
      stopping.signal.removeEventListener('abort', stop)
      stop()
    })()
    const loop = startLoop({
      name,
      context,
      workers,
      synced: () => ready,
      async reconcile(key, signal) {
        const uid = key.slice(key.indexOf('/') + 1)
        const node = graph.get(uid)
        if (node === undefined) {
          looks.delete(uid)
          return
        }
        if (key.startsWith('orphan/')) return orphanDependents(node, collection, signal)
        try {
          await collectItem(node, collection, signal)
        } catch (error) {
          if (!(error instanceof UnreachableOwnerError)) throw error
          return
        }
        if (graph.get(uid) === undefined) looks.delete(uid)
        else if (node.seen === undefined) return { requeueAfterMs: nextLookMs(uid) }
      },
    })
    const around = startLoop({
      name: `${name}-monitors`,
      context,
      workers: 1,
      maxDelayMs: syncMs,
      async reconcile(_, signal) {
        const discovered = await kinds.refresh(signal)
        if (discovered.length === 0) throw new Error('the server says that it serves nothing')
        // upstream: garbagecollector.go, Sync – what cannot be seen now is not gone.
        monitors.sync(collectable(discovered, vocabulary), kinds.isStale)
        finishFirst()
        return { requeueAfterMs: syncMs }
      },
    })
    const lookAround = (): void => {
      around.add('all')
      // A definition that has changed may be served, or no longer be served, a little later.
      around.addAfter('all', soonMs)
    }
    around.add('all')
    return {
      ready,
      get isHealthy() {
        return loop.isHealthy !== false && around.isHealthy !== false
      },
      async stop() {
        stopping.abort()
        finishFirst()
        await Promise.all([around.stop(), loop.stop()])
        await monitors.stop()
        await events.stop()
      },
    }
  },
}

// upstream: graph_builder.go, ignoredResources
function collectable(discovered: readonly DiscoveredResource[], vocabulary: Vocabulary): readonly DiscoveredResource[] {
  const groups = ['', vocabulary.group('events')]
  return preferredResources(discovered, ['delete', 'list', 'watch']).filter(
    ({ group, resource }) => !(resource === 'events' && groups.includes(group)),
  )
}

function identityIn(resource: DiscoveredResource, { metadata }: PartialObjectMetadata): ObjectIdentity {
  const { name = '', namespace = '', uid = '' } = metadata
  return { apiVersion: formatGroupVersion(resource), kind: resource.kind, name, namespace, uid }
}

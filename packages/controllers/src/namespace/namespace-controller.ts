import type { ResourceClient } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import type { Namespace } from '@pinnace/types/core-v1'
import type { Controller, ControllerContext } from '../controller.ts'
import { startLoop } from '../reconcile-loop.ts'
import { deletionConditions } from './deletion-conditions.ts'
import { emptyNamespace } from './empty-namespace.ts'
import { present } from '../present.ts'

/** Options for {@link namespaceController}. */
export interface NamespaceControllerOptions {
  /**
   * How long a namespace is left alone after it was deleted, so that writes that were let in before have come to their
   * end: for several servers over one store, and for slow webhooks. @default 0
   */
  readonly namespaceDeletionDelayMs?: number
}

const name = 'namespace-controller'
const firstLookMs = 100
// upstream: namespace_controller.go, nsControllerRateLimiter – at least every minute
const maxDelayMs = 60_000

/** Empties namespaces that are being deleted, says on their status what keeps them, and lets them go. */
// upstream: pkg/controller/namespace
export function namespaceController({ namespaceDeletionDelayMs = 0 }: NamespaceControllerOptions): Controller {
  return {
    name,
    isDefault: true,
    start(context) {
      const { client, informers, clock, vocabulary } = context
      const kind = { apiVersion: 'v1', kind: 'Namespace' }
      const namespaces = client.resource<Namespace>(kind)
      /** How often a namespace has been looked at in vain; as many as are being deleted. */
      const looks = new Map<string, number>()

      const loop = startLoop({
        name,
        context,
        maxDelayMs,
        async reconcile(key, signal) {
          const namespace = await present(namespaces.get(key, { signal }))
          if (namespace?.metadata.deletionTimestamp === undefined || isFinalized(namespace)) {
            looks.delete(key)
            return
          }
          const look = looks.get(key) ?? 0
          looks.set(key, look)
          const content = await emptyNamespace({ client, namespace, clock, signal })
          const live = await sayWhatIsLeft(namespaces, namespace, content, context, signal)
          const errors = [content.discoveryError, content.groupVersionError, ...content.contentErrors]
          const failures = errors.filter((error) => error !== undefined)
          if (failures.length > 0) {
            throw new Error(`deletion of namespace ${key} failed: ${failures.join(', ')}`)
          }
          // A write that was let in before the deletion may come to its end during the first pass.
          if (content.wasEmpty && content.remaining.size === 0) {
            looks.delete(key)
            await present(letGo(namespaces, live, vocabulary.product, signal))
            return
          }
          if (content.remaining.size === 0) return { requeueAfterMs: 0 }
          looks.set(key, look + 1)
          // upstream: namespace_controller.go – half the estimate and a second, which is the most here
          const longestMs = (Math.floor(content.estimateSeconds / 2) + 1) * 1000
          return { requeueAfterMs: Math.min(firstLookMs * 2 ** look, longestMs) }
        },
      })
      const look = ({ metadata }: Namespace): void => {
        if (metadata.deletionTimestamp === undefined) return
        // What it says of itself is written by this controller: that is no reason to look sooner.
        if (!looks.has(metadata.name!)) loop.addAfter(metadata.name!, namespaceDeletionDelayMs)
      }
      informers.informer<Namespace>(kind).addHandler({
        add: look,
        update: look,
        delete: ({ metadata }) => void looks.delete(metadata.name!),
      })
      return loop
    },
  }
}

function isFinalized({ spec }: Namespace): boolean {
  return (spec?.finalizers?.length ?? 0) === 0
}

async function sayWhatIsLeft(
  namespaces: ResourceClient<Namespace>,
  namespace: Namespace,
  content: Parameters<typeof deletionConditions>[1],
  context: ControllerContext,
  signal: AbortSignal,
): Promise<Namespace> {
  const conditions = deletionConditions(namespace.status?.conditions ?? [], content, context)
  if (conditions === undefined && namespace.status?.phase === 'Terminating') return namespace
  const status = { ...namespace.status, phase: 'Terminating', ...(conditions === undefined ? {} : { conditions }) }
  try {
    return await namespaces.updateStatus({ ...namespace, status }, { signal })
  } catch (error) {
    // upstream: what it says may be late; the deletion goes on.
    if (error instanceof StatusError && [404, 409].includes(error.code)) return namespace
    throw error
  }
}

/** Takes the finalizer off; those of others stay. */
// upstream: retryOnConflictError and finalizeNamespace
async function letGo(
  namespaces: ResourceClient<Namespace>,
  first: Namespace,
  finalizer: string,
  signal: AbortSignal,
): Promise<void> {
  const name = first.metadata.name!
  for (let live = first; ; live = await namespaces.get(name, { signal })) {
    if (live.metadata.uid !== first.metadata.uid) return
    const finalizers = live.spec?.finalizers ?? []
    if (!finalizers.includes(finalizer)) return
    const spec = { ...live.spec, finalizers: finalizers.filter((one) => one !== finalizer) }
    try {
      await namespaces.subresource('finalize').update(name, { ...live, spec }, { signal })
      return
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'Conflict') throw error
    }
  }
}

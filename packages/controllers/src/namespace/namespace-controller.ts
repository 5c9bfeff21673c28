import { objectKey, type ResourceClient } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import type { Namespace } from '@pinnace/types/core-v1'
import type { Controller, ControllerContext, RunningController } from '../controller.ts'
import { createGrowingDelays } from '../growing-delays.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'
import { deletionConditions } from './deletion-conditions.ts'
import { emptyNamespace, type NamespaceContent } from './empty-namespace.ts'

/** Options for {@link namespaceController}. */
export interface NamespaceControllerOptions {
  /**
   * Milliseconds between the deletion of a namespace and the deletion of its content. Writes that were admitted before
   * the deletion complete in this time: use 5000 with several servers over one store, or with slow webhooks. @default 0
   */
  readonly namespaceDeletionDelayMs?: number
}

const name = 'namespace-controller'
const kind = { apiVersion: 'v1', kind: 'Namespace' } as const
const firstDelayMs = 100
// upstream: namespace_controller.go, nsControllerRateLimiter – at least every minute
const longestDelayMs = 60_000

/** Deletes the content of deleted namespaces, reports the rest in their conditions, and removes their finalizer. */
// upstream: pkg/controller/namespace
export function namespaceController({ namespaceDeletionDelayMs = 0 }: NamespaceControllerOptions): Controller {
  return {
    name,
    isDefault: true,
    start: (context) => new NamespaceDeletion(context, namespaceDeletionDelayMs),
  }
}

class NamespaceDeletion implements RunningController {
  readonly #context: ControllerContext
  readonly #namespaces: ResourceClient<Namespace>
  readonly #loop: Loop
  /** Passes over namespaces with remaining content; one entry per namespace that is being deleted. */
  readonly #passes = createGrowingDelays({ firstMs: firstDelayMs, longestMs: longestDelayMs })
  /** Namespaces whose deletion has begun here: their own status updates queue nothing. */
  readonly #begun = new Set<string>()

  constructor(context: ControllerContext, deletionDelayMs: number) {
    this.#context = context
    this.#namespaces = context.client.resource<Namespace>(kind)
    this.#loop = startLoop({
      name,
      context,
      maxDelayMs: longestDelayMs,
      reconcile: (key, signal) => this.#reconcile(key, signal),
    })
    const enqueue = (namespace: Namespace): void => {
      const key = objectKey(namespace)
      if (namespace.metadata.deletionTimestamp === undefined || this.#begun.has(key)) return
      this.#loop.addAfter(key, deletionDelayMs)
    }
    context.informers.informer<Namespace>(kind).addHandler({
      add: enqueue,
      update: enqueue,
      delete: (namespace) => this.#end(objectKey(namespace)),
    })
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy !== false
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<{ readonly requeueAfterMs: number } | void> {
    const namespace = await undefinedIfNotFound(this.#namespaces.get(key, { signal }))
    if (namespace?.metadata.deletionTimestamp === undefined || isFinalized(namespace)) return this.#end(key)
    this.#begun.add(key)
    const { client, clock, vocabulary } = this.#context
    const content = await emptyNamespace({ client, namespace, clock, signal })
    const live = await this.#writeConditions(namespace, content, signal)
    const failures = failuresOf(content)
    if (failures.length > 0) throw new Error(`deletion of namespace ${key} failed: ${failures.join(', ')}`)
    const step = nextStep(content)
    if (step.type === 'finalize') {
      this.#end(key)
      await undefinedIfNotFound(finalize(this.#namespaces, live, vocabulary.product, signal))
      return
    }
    return { requeueAfterMs: step.type === 'repeat' ? 0 : this.#passes.next(key, step.longestMs) }
  }

  #end(key: string): void {
    this.#begun.delete(key)
    this.#passes.forget(key)
  }

  /** Resolves to the namespace as it is stored then. */
  async #writeConditions(namespace: Namespace, content: NamespaceContent, signal: AbortSignal): Promise<Namespace> {
    const conditions = deletionConditions(namespace.status?.conditions ?? [], content, this.#context)
    if (conditions === undefined && namespace.status?.phase === 'Terminating') return namespace
    const status = { ...namespace.status, phase: 'Terminating', ...(conditions === undefined ? {} : { conditions }) }
    try {
      return await this.#namespaces.updateStatus({ ...namespace, status }, { signal })
    } catch (error) {
      // upstream: the conditions may be late; the deletion goes on.
      if (error instanceof StatusError && [404, 409].includes(error.code)) return namespace
      throw error
    }
  }
}

/** What follows a pass without failures. */
export type DeletionStep =
  | { readonly type: 'finalize' }
  /** Another pass at once. */
  | { readonly type: 'repeat' }
  /** Another pass after a growing delay of at most `longestMs`. */
  | { readonly type: 'wait'; readonly longestMs: number }

/**
 * A namespace is finalized after a pass that has found nothing. A pass that has deleted everything is repeated: a write
 * that was admitted before the deletion may have completed during the pass.
 */
// upstream: namespace_controller.go, worker – half the estimate and a second, which is the longest delay here
export function nextStep({ remaining, wasEmpty, estimateSeconds }: NamespaceContent): DeletionStep {
  if (remaining.size > 0) return { type: 'wait', longestMs: (Math.floor(estimateSeconds / 2) + 1) * 1000 }
  return { type: wasEmpty ? 'finalize' : 'repeat' }
}

function failuresOf({ discoveryError, groupVersionError, contentErrors }: NamespaceContent): readonly string[] {
  return [discoveryError, groupVersionError, ...contentErrors].filter((error) => error !== undefined)
}

function isFinalized({ spec }: Namespace): boolean {
  return (spec?.finalizers?.length ?? 0) === 0
}

/** Removes one finalizer from the spec, as often as the update conflicts. Other finalizers stay. */
// upstream: retryOnConflictError and finalizeNamespace
async function finalize(
  namespaces: ResourceClient<Namespace>,
  first: Namespace,
  finalizer: string,
  signal: AbortSignal,
): Promise<void> {
  const key = objectKey(first)
  for (let live = first; ; live = await namespaces.get(key, { signal })) {
    if (live.metadata.uid !== first.metadata.uid) return
    const finalizers = live.spec?.finalizers ?? []
    if (!finalizers.includes(finalizer)) return
    const spec = { ...live.spec, finalizers: finalizers.filter((one) => one !== finalizer) }
    try {
      await namespaces.subresource('finalize').update(key, { ...live, spec }, { signal })
      return
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'Conflict') throw error
    }
  }
}

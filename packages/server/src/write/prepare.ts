import type { StrategyContext } from '@pinnace/resources'
import { cloneJson, staleObject, thenMaybe, type Awaitable } from '@pinnace/meta'
import { allocate, replaceDraft } from './allocate.ts'
import type { Write } from './change.ts'
import { storeCompanions, type StoredCompanions } from './companions.ts'
import { trackSettledStatus } from './track-fields.ts'

/** Fills in apiVersion and kind if they are missing, and the defaults of the kind. */
export function fillDefaults(change: Write): void {
  const { next, scope } = change
  next.apiVersion ??= scope.served.apiVersion
  next.kind ??= scope.served.gvk.kind
  change.scope.served.definition.strategy.defaults?.(change.next, strategyContext(change))
}

/** Ends what a write has reserved; called when the object has been committed, or has not been. */
export type EndPreparation = (isCommitted: boolean) => Awaitable<void>

/**
 * Runs the strategy's preparation, which resets fields that the client may not set, allocates addresses and ports, and
 * stores the objects that stand for them.
 */
export function prepare(change: Write): Awaitable<EndPreparation> {
  const { live, next, proposal } = change
  const context = strategyContext(change)
  if (live === undefined) proposal.strategy.prepareForCreate?.(next, context)
  else proposal.strategy.prepareForUpdate?.(next, live.object, context)
  return thenMaybe(allocateWhole(change, context), (end) => thenMaybe(trackSettledStatus(change), () => end))
}

function allocateWhole(change: Write, context: StrategyContext): Awaitable<EndPreparation> {
  const { scope, proposal } = change
  const { companions } = scope.served.definition
  if (companions === undefined || scope.subresource !== '' || proposal.options.dryRun) return allocate(change, context)
  return allocateWithCompanions(change, context)
}

const maxTries = 8

/** Allocates again where a client has taken what was free a moment before. */
async function allocateWithCompanions(change: Write, context: StrategyContext): Promise<EndPreparation> {
  const { next, scope } = change
  const original = cloneJson(next)
  for (let tries = 1; tries <= maxTries; tries++) {
    if (tries > 1) replaceDraft(next, cloneJson(original))
    const release = await allocate(change, context)
    let stored: StoredCompanions | undefined
    try {
      stored = await storeCompanions(change)
    } finally {
      if (stored === undefined) await release()
    }
    if (stored === undefined) continue
    const { settle } = stored
    return async (isCommitted) => {
      try {
        await settle(isCommitted)
      } finally {
        await release()
      }
    }
  }
  throw staleObject(scope.served.gvr, next.metadata.name ?? '')
}

/** The context of the strategy's functions. */
export function strategyContext({ server, scope, proposal }: Write): StrategyContext {
  return {
    vocabulary: server.vocabulary,
    clock: server.clock,
    random: server.random,
    user: scope.user,
    namespace: scope.namespace,
    dryRun: proposal.options.dryRun,
    deadlineMs: scope.deadlineMs,
    expressionObserver: server.expressionObserver,
    warn: (text) => scope.warn(text),
  }
}

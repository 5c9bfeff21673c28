import type { StrategyContext } from '@pinnace/resources'
import { thenMaybe, type Awaitable } from '@pinnace/meta'
import { allocate } from './allocate.ts'
import type { Write } from './change.ts'
import { trackSettledStatus } from './track-fields.ts'

/** Fills in apiVersion and kind if they are missing, and the defaults of the kind. */
export function fillDefaults(change: Write): void {
  const { next, scope } = change
  next.apiVersion ??= scope.served.apiVersion
  next.kind ??= scope.served.gvk.kind
  change.scope.served.definition.strategy.defaults?.(change.next, strategyContext(change))
}

/**
 * Runs the strategy's preparation, which resets fields that the client may not set, and allocates addresses and ports.
 * Returns a function that releases the reservations; call it when the write has succeeded or failed.
 */
export function prepare(change: Write): Awaitable<() => Awaitable<void>> {
  const { live, next, proposal } = change
  const context = strategyContext(change)
  if (live === undefined) proposal.strategy.prepareForCreate?.(next, context)
  else proposal.strategy.prepareForUpdate?.(next, live.object, context)
  return thenMaybe(allocate(change, context), (release) => thenMaybe(trackSettledStatus(change), () => release))
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

import { FieldErrors, invalid } from '@pinnace/meta'
import type { StrategyContext } from '@pinnace/resources'
import { storageOf } from '../storage/served-resource.ts'
import type { Write } from './change.ts'

const nothing = (): void => {}

/** Fills what the client left out: what the object is, and what its kind has a word for. */
export function fillDefaults(change: Write): void {
  const { next, scope } = change
  next.apiVersion ??= scope.served.apiVersion
  next.kind ??= scope.served.gvk.kind
  change.scope.served.definition.strategy.defaults?.(change.next, strategyContext(change))
}

/**
 * Lets the kind reset what the client may not set, and takes what is scarce for it (addresses, ports). What is returned
 * gives reservations back; call it once the write has ended either way.
 */
export function prepare(change: Write): () => void {
  const { scope, live, next, proposal } = change
  const context = strategyContext(change)
  if (live === undefined) proposal.strategy.prepareForCreate?.(next, context)
  else proposal.strategy.prepareForUpdate?.(next, live.object, context)
  const { allocate } = scope.served.definition
  if (allocate === undefined || scope.subresource !== '') return nothing
  const errors = new FieldErrors()
  const storage = storageOf(scope.served)
  const release = allocate(next, live?.object, errors, {
    ...context,
    peers: () => storage.newestObjects(),
    reserved: storage.reserved,
  })
  if (errors.isEmpty) return release
  release()
  throw invalid(scope.served.gvk, next.metadata.name ?? '', errors.list)
}

/** What strategies may look at. */
export function strategyContext({ server, scope, proposal }: Write): StrategyContext {
  return {
    vocabulary: server.vocabulary,
    clock: server.clock,
    random: server.random,
    user: scope.user,
    namespace: scope.namespace,
    dryRun: proposal.options.dryRun,
    warn: (text) => scope.warn(text),
  }
}

import { FieldErrors, invalid } from '@pinnace/meta'
import type { StrategyContext } from '@pinnace/resources'
import { storageOf } from '../served-resource.ts'
import type { Write } from './change.ts'

const nothing = (): void => {}

/** Fills what the client left out: what the object is, and what its kind has a word for. */
export function fillDefaults(change: Write): void {
  const { next, call } = change
  next.apiVersion ??= call.served.apiVersion
  next.kind ??= call.served.gvk.kind
  change.call.served.definition.strategy.defaults?.(change.next, strategyContext(change))
}

/**
 * Lets the kind reset what the client may not set, and takes what is scarce for it (addresses, ports). What is returned
 * gives reservations back; call it once the write has ended either way.
 */
export function prepare(change: Write): () => void {
  const { call, live, next, proposal } = change
  const context = strategyContext(change)
  if (live === undefined) proposal.strategy.prepareForCreate?.(next, context)
  else proposal.strategy.prepareForUpdate?.(next, live.object, context)
  const { allocate } = call.served.definition
  if (allocate === undefined || call.subresource !== '') return nothing
  const errors = new FieldErrors()
  const storage = storageOf(call.served)
  const release = allocate(next, live?.object, errors, {
    ...context,
    peers: () => storage.newestObjects(),
    reserved: storage.reserved,
  })
  if (errors.isEmpty) return release
  release()
  throw invalid(call.served.gvk, next.metadata.name ?? '', errors.list)
}

/** What strategies may look at. */
export function strategyContext({ core, call, proposal }: Write): StrategyContext {
  return {
    vocabulary: core.vocabulary,
    clock: core.clock,
    random: core.random,
    user: call.user,
    namespace: call.namespace,
    dryRun: proposal.options.dryRun,
    warn: (text) => call.warn(text),
  }
}

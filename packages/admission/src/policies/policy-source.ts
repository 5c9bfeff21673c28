import { thenMaybe, type Awaitable, type GroupResource } from '@pinnace/meta'
import type { AdmissionObjects } from '../plugin-context.ts'
import { policyBinding, policyMatch, type PolicyHook, type StoredBinding, type StoredPolicy } from './policy.ts'

/** Options for {@link createPolicySource}. */
export interface PolicySourceOptions {
  readonly objects: Pick<AdmissionObjects, 'list'>
  readonly policies: GroupResource
  readonly bindings: GroupResource
}

const none: readonly never[] = []

/**
 * Creates a source of the current policies that have bindings, ordered by name, each with its bindings ordered by name.
 * They are prepared again only when one of them changes.
 */
export function createPolicySource<Policy extends StoredPolicy, Binding extends StoredBinding>({
  objects,
  policies,
  bindings,
}: PolicySourceOptions): () => Awaitable<readonly PolicyHook<Policy, Binding>[]> {
  let seenPolicies: readonly Policy[] = none
  let seenBindings: readonly Binding[] = none
  let hooks: readonly PolicyHook<Policy, Binding>[] = none
  const refresh = (foundPolicies: readonly Policy[], foundBindings: readonly Binding[]): typeof hooks => {
    if (isSame(foundPolicies, seenPolicies) && isSame(foundBindings, seenBindings)) return hooks
    hooks = foundPolicies.toSorted(byName).flatMap((policy) => policyHook(policy, foundBindings))
    seenPolicies = foundPolicies
    seenBindings = foundBindings
    return hooks
  }
  return () =>
    thenMaybe(objects.list<Policy>(policies, ''), (foundPolicies) => {
      if (foundPolicies.length === 0) return none
      return thenMaybe(objects.list<Binding>(bindings, ''), (foundBindings) => refresh(foundPolicies, foundBindings))
    })
}

/** A policy with those of the bindings that are its own; nothing where there are none. */
export function policyHook<Policy extends StoredPolicy, Binding extends StoredBinding>(
  stored: Policy,
  bindings: readonly Binding[],
): readonly PolicyHook<Policy, Binding>[] {
  const { name = '' } = stored.metadata
  const own = bindings.filter(({ spec }) => spec?.policyName === name).toSorted(byName)
  if (own.length === 0) return []
  const { matchConstraints = {}, failurePolicy } = stored.spec ?? {}
  const match = policyMatch(matchConstraints)
  return [{ name, stored, match, isIgnoring: failurePolicy === 'Ignore', bindings: own.map(policyBinding) }]
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left === right || (left.length === right.length && left.every((one, index) => one === right[index]))
}

function byName(left: StoredPolicy | StoredBinding, right: StoredPolicy | StoredBinding): number {
  const a = left.metadata.name ?? ''
  const b = right.metadata.name ?? ''
  return a < b ? -1 : a > b ? 1 : 0
}

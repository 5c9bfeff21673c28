import { isEqualJson, type OwnerReference } from '@pinnace/meta'
import type { Draft } from '../storage/draft.ts'
import type { RequestScope } from './request-scope.ts'

/** Removes owner references that repeat another one, and warns about them. `when` is part of the warning. */
// upstream: endpoints/handlers/rest.go, dedupOwnerReferencesAndAddWarning
export function dedupeOwnerReferences(
  { metadata }: Draft,
  { warn }: Pick<RequestScope, 'warn'>,
  when: '' | ' after mutating admission happens' = '',
): void {
  const references = metadata.ownerReferences
  if (!Array.isArray(references) || references.length < 2) return
  const kept: OwnerReference[] = []
  const repeated: string[] = []
  for (const reference of references as readonly OwnerReference[]) {
    if (kept.some((other) => isEqualJson(other, reference))) repeated.push(reference.uid)
    else kept.push(reference)
  }
  if (repeated.length === 0) return
  metadata.ownerReferences = kept
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`,
  )
}

import type { PolicyRule } from '@pinnace/authz'
import { isSemanticEqual, type Vocabulary } from '@pinnace/meta'
import type { LabelSelector } from '@pinnace/types/meta-v1'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pinnace/types/rbac-v1'
import { uncoveredRules } from '../rule-cover.ts'
import { autoupdateAnnotation } from './default-policy.ts'

/** The write that brings an object to the expected state. */
export type Reconciliation<T> =
  | { readonly operation: 'none' | 'protected' }
  | { readonly operation: 'create' | 'update' | 'recreate'; readonly object: T }

/** Adds missing rules, selectors and metadata to a role; nothing is removed. */
// upstream: component-helpers/auth/rbac/reconciliation, computeReconciledRole
export function reconcileRole<T extends Role | ClusterRole>(
  expected: T,
  existing: T | undefined,
  vocabulary: Vocabulary,
): Reconciliation<T> {
  if (existing === undefined) return { operation: 'create', object: expected }
  const wanted: ClusterRole = expected
  const found: ClusterRole = existing
  const areBothAggregated = wanted.aggregationRule !== undefined && found.aggregationRule !== undefined
  const missing: readonly PolicyRule[] = areBothAggregated ? [] : missingRules(wanted.rules ?? [], found.rules ?? [])
  const selectors = missingSelectors(wanted, found)
  const object: ClusterRole = {
    ...withExpectedMetadata(wanted, found),
    ...(missing.length === 0 ? {} : { rules: [...(found.rules ?? []), ...missing] }),
    ...(selectors.length === 0
      ? {}
      : {
          aggregationRule: {
            clusterRoleSelectors: [...(found.aggregationRule?.clusterRoleSelectors ?? []), ...selectors],
          },
        }),
  }
  return reconciliationOf(object as T, existing, vocabulary)
}

/** Adds missing subjects and metadata to a binding; a binding to another role is recreated, as its role is immutable. */
// upstream: component-helpers/auth/rbac/reconciliation, computeReconciledRoleBinding
export function reconcileBinding<T extends RoleBinding | ClusterRoleBinding>(
  expected: T,
  existing: T | undefined,
  vocabulary: Vocabulary,
): Reconciliation<T> {
  if (existing === undefined) return { operation: 'create', object: expected }
  if (!isSemanticEqual(expected.roleRef, existing.roleRef)) {
    return isProtected(existing, vocabulary) ? { operation: 'protected' } : { operation: 'recreate', object: expected }
  }
  const subjects = existing.subjects ?? []
  const missing = (expected.subjects ?? []).filter(
    (wanted) => !subjects.some((found) => isSemanticEqual(found, wanted)),
  )
  const object = {
    ...withExpectedMetadata(expected, existing),
    ...(missing.length === 0 ? {} : { subjects: [...subjects, ...missing] }),
  }
  return reconciliationOf(object, existing, vocabulary)
}

function reconciliationOf<T extends Role | RoleBinding>(
  object: T,
  existing: T,
  vocabulary: Vocabulary,
): Reconciliation<T> {
  if (isSemanticEqual(object, existing)) return { operation: 'none' }
  return isProtected(existing, vocabulary) ? { operation: 'protected' } : { operation: 'update', object }
}

function isProtected({ metadata }: Role, vocabulary: Vocabulary): boolean {
  return new Map(Object.entries(metadata.annotations ?? {})).get(autoupdateAnnotation(vocabulary)) === 'false'
}

// Existing labels and annotations take precedence over the expected ones.
function withExpectedMetadata<T extends Role | RoleBinding>(expected: T, existing: T): T {
  const labels = { ...expected.metadata.labels, ...existing.metadata.labels }
  const annotations = { ...expected.metadata.annotations, ...existing.metadata.annotations }
  const metadata = {
    ...existing.metadata,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  }
  return { ...existing, metadata }
}

function missingRules(expected: readonly PolicyRule[], existing: readonly PolicyRule[]): readonly PolicyRule[] {
  // At most starts the roles are as they were created.
  return isSemanticEqual(expected, existing) ? [] : uncoveredRules(existing, expected)
}

function missingSelectors(expected: ClusterRole, existing: ClusterRole): LabelSelector[] {
  const found = existing.aggregationRule?.clusterRoleSelectors ?? []
  const wanted = expected.aggregationRule?.clusterRoleSelectors ?? []
  return wanted.filter((selector) => !found.some((other) => isSemanticEqual(selector, other)))
}

import type { ObjectMeta } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { Check, CheckPod, Violation } from './check.ts'
import { newestMinor } from './check-table.ts'
import type { LevelVersion } from './level.ts'

/** Returns the violations of a pod, by level and version; empty without any. */
export type Evaluate = (
  policy: LevelVersion,
  spec: PodSpec,
  metadata: Pick<ObjectMeta, 'annotations'> | undefined,
) => readonly Violation[]

const none: readonly Violation[] = []

/** Creates an evaluator over a table of checks. The checks of a level and version are selected once. */
// upstream: pod-security-admission/policy/registry.go, EvaluatePod
export function createEvaluator(table: readonly Check[]): Evaluate {
  const known = { baseline: new Map<number, readonly CheckPod[]>(), restricted: new Map<number, readonly CheckPod[]>() }
  return ({ level, minor }, spec, metadata = {}) => {
    if (level === 'privileged') return none
    const effective = Math.min(minor, newestMinor)
    let checks = known[level].get(effective)
    if (checks === undefined) known[level].set(effective, (checks = checksOf(table, level, effective)))
    let found: Violation[] | undefined
    for (const check of checks) {
      const violation = check(spec, metadata)
      if (violation !== undefined) (found ??= []).push(violation)
    }
    return found ?? none
  }
}

/** Selects the checks of a level and version, in order. */
export function checksOf(table: readonly Check[], level: Check['level'], minor: number): readonly CheckPod[] {
  const current = table
    .filter((check) => level === 'restricted' || check.level === 'baseline')
    .map(({ id, versions }) => ({ id, version: versions.findLast(({ since }) => since <= minor) }))
  const overridden = new Set(current.flatMap(({ version }) => version?.overrides ?? []))
  return current.flatMap(({ id, version }) => (version === undefined || overridden.has(id) ? [] : [version.check]))
}

/** `privileged (container "a" must not …), host namespaces (hostPID=true)`. */
export function violationDetails(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ')
}

/** `privileged, host namespaces`. */
export function violationReasons(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ')
}

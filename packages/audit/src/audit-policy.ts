import type { AuditLevel, AuditStage } from './audit-event.ts'

/** Resources of one group. */
export interface AuditGroupResources {
  /** Empty for the core group. */
  readonly group?: string
  /** `pods`, `pods/log`, `pods/*`, `*`, or `*` and a subresource; empty for every resource of the group. */
  readonly resources?: readonly string[]
  /** Object names; empty for all. */
  readonly resourceNames?: readonly string[]
}

/** One rule of a policy. Members that are absent or empty match every request; the first matching rule applies. */
export interface AuditRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditGroupResources[]
  readonly namespaces?: readonly string[]
  /** Paths; a trailing `*` matches any suffix. */
  readonly nonResourceURLs?: readonly string[]
  /** Stages without an event, added to those of the policy. */
  readonly omitStages?: readonly AuditStage[]
  /** Leaves `metadata.managedFields` out of recorded objects. @default the policy's setting */
  readonly omitManagedFields?: boolean
}

/** Which requests are recorded, and how much of them. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[]
  /** Stages without an event. */
  readonly omitStages?: readonly AuditStage[]
  /** Leaves `metadata.managedFields` out of recorded objects. @default false */
  readonly omitManagedFields?: boolean
}

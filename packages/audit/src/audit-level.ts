import type { AuditLevel } from './audit-event.ts'

const rank: Readonly<Record<AuditLevel, number>> = { None: 0, Metadata: 1, Request: 2, RequestResponse: 3 }

/** True if `level` records at least as much as `least`. */
export function isAtLeast(level: AuditLevel, least: AuditLevel): boolean {
  return rank[level] >= rank[least]
}

import type { AuditEvent } from './audit-event.ts'

/** An event as JSON. */
export function formatEvent(event: AuditEvent): string {
  return JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

import type { AuditEvent } from './audit-event.ts'

const formatted = new WeakMap<AuditEvent, string>()

/** An event as JSON. It is made once: sizes are checked before sinks write. */
export function formatEvent(event: AuditEvent): string {
  const known = formatted.get(event)
  if (known !== undefined) return known
  const text = JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  formatted.set(event, text)
  return text
}

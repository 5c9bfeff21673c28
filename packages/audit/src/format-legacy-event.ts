import { quote } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'

/** An event in the text format that is older than JSON: `2026-01-02T03:04:05.678Z AUDIT: id="…" stage="…" ip="…" …`. */
// upstream: apiserver/pkg/audit/format.go, EventString
export function formatLegacyEvent(event: AuditEvent): string {
  const { user, impersonatedUser, objectRef, responseStatus } = event
  const members: readonly (readonly [name: string, value: string])[] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', event.sourceIPs?.[0] ?? '<unknown>'],
    ['method', event.verb],
    ['user', user.username || '<none>'],
    ['groups', formatGroups(user.groups) || '<none>'],
    ['as', impersonatedUser?.username ?? '<self>'],
    ['asgroups', formatGroups(impersonatedUser?.groups) || '<lookup>'],
    ['user-agent', event.userAgent ?? ''],
    ['namespace', objectRef?.namespace ?? '<none>'],
    ['uri', event.requestURI],
    ['response', responseStatus === undefined ? '<deferred>' : String(responseStatus.code)],
  ]
  return `${event.requestReceivedTimestamp} AUDIT: ${members.map(([name, value]) => `${name}=${quote(value)}`).join(' ')}`
}

function formatGroups(groups: readonly string[] = []): string {
  return groups.map(quote).join(',')
}

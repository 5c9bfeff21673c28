import type { HttpRequest } from '@pinnace/meta'

const maxAuditIdLength = 64

/** The client's own audit ID; undefined if it is missing, too long, or not printable. */
export function readAuditId(request: HttpRequest): string | undefined {
  const given = request.header('audit-id')
  if (given === undefined || given === '') return undefined
  return given.length > maxAuditIdLength || !/^[\x21-\x7e]+$/.test(given) ? undefined : given
}

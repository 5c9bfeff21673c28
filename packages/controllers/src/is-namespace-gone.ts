import { StatusError } from '@pinnace/meta'

/** Whether a write failed because its namespace terminates or is gone: what it was for goes with the namespace. */
export function isNamespaceGone(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  const { reason, details } = error
  if (reason === 'NotFound') return details?.kind === 'namespaces'
  return details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') === true
}

import { StatusError } from '@pinnace/meta'

/** Whether a create failed because the object exists already, or because its namespace terminates or is gone. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.reason === 'AlreadyExists' || error.reason === 'NotFound') return true
  return error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false
}

import { StatusError } from '@pinnace/meta'

/** A create that somebody else was faster with, or whose namespace is going away or gone: there is nothing left to do. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.reason === 'AlreadyExists' || error.reason === 'NotFound') return true
  return error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false
}

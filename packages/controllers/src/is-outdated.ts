import { StatusError } from '@pinnace/meta'

/** A write of what somebody else has changed or removed meanwhile: the event of that brings the work back. */
export function isOutdated(error: unknown): boolean {
  return error instanceof StatusError && (error.reason === 'Conflict' || error.reason === 'NotFound')
}

/** Does a write; that it came too late is no failure. */
export async function unlessOutdated(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!isOutdated(error)) throw error
  }
}

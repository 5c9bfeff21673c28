import { StatusError } from '@pinnace/meta'

/** Whether a write failed because the object was changed or deleted. The event of that change queues the key again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof StatusError && (error.reason === 'Conflict' || error.reason === 'NotFound')
}

/** Waits for a write, and ignores that it is outdated. */
export async function unlessOutdated(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!isOutdated(error)) throw error
  }
}

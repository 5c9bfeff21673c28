import { StatusError } from '@pinnace/meta'

/** What was asked for, or nothing where the server says that there is none. */
export async function present<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined
    throw error
  }
}

import { StatusError } from '@pinnace/meta'

/** Whether the error is a Status with code 404. */
export function isCode404(error: unknown): boolean {
  return error instanceof StatusError && error.code === 404
}

/** Resolves to undefined when the request fails with code 404. */
export async function undefinedIfNotFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isCode404(error)) return undefined
    throw error
  }
}

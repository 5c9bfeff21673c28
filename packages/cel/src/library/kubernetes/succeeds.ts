import { Failure } from '../../values/failure.ts'

/** Whether something can be done without a failure. */
export function succeeds(action: () => unknown): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

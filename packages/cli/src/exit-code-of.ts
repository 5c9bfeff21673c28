import { errorReference, isCodedError, type ErrorCode } from '@pinnace/meta'
import { isFlagError } from './flags/flag.ts'
import type { Output } from './run.ts'

/** The exit code of a command: 1 for one that fails, 2 for invalid arguments. Prints what has failed. */
export async function exitCodeOf(command: () => Promise<number>, output: Output): Promise<number> {
  try {
    return await command()
  } catch (error) {
    const isMisuse = isFlagError(error)
    output.err(`pinnace: ${describe(error, isMisuse ? 'command-arguments' : 'command-failed')}\n`)
    return isMisuse ? 2 : 1
  }
}

/** The message, and a line with the place in the documents for an error without a code. */
function describe(error: unknown, code: ErrorCode): string {
  const message = error instanceof Error ? error.message : String(error)
  return isCodedError(error) ? message : `${message}\nsee ${errorReference(code)}`
}

/** A code of {@link errorCodes}. */
export type ErrorCode =
  | 'server-options'
  | 'resource-definition'
  | 'admission-plugin'
  | 'client-configuration'
  | 'unknown-kind'
  | 'mount-options'
  | 'server-use'
  | 'store-options'
  | 'authenticator-options'
  | 'command-arguments'
  | 'command-failed'
  | 'port-in-use'

/**
 * The codes of the errors that are thrown to programs and printed by the command, and what each is about.
 * docs/errors.md has a section for each; a test compares them.
 */
export const errorCodes: Readonly<Record<ErrorCode, string>> = Object.freeze({
  'server-options': 'an option of createServer or createTestServer is invalid',
  'resource-definition': 'a kind cannot be defined in this way',
  'admission-plugin': 'an admission plugin or policy cannot be defined in this way',
  'client-configuration': 'the configuration of a client, such as a kubeconfig, is invalid',
  'unknown-kind': 'the server does not serve the kind',
  'mount-options': 'an option of a mount in a framework is invalid',
  'server-use': 'a method of a server cannot be used in this way',
  'store-options': 'an option of a store is invalid',
  'authenticator-options': 'an option, a file or a key of an authenticator is invalid',
  'command-arguments': 'the arguments of the command are invalid',
  'command-failed': 'the command could not do what it was started for',
  'port-in-use': 'another process listens on the port',
})

/** An error with a code. Its message ends with the reference to docs/errors.md. */
export type CodedError = Error & { readonly code: ErrorCode }

/** The name of a section of docs/errors.md, as errors refer to it. */
export function errorReference(section: string): string {
  return `"${section}" in docs/errors.md`
}

/** Whether an error has a code of {@link errorCodes}. */
export function isCodedError(error: unknown): error is CodedError {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && Object.hasOwn(errorCodes, error.code)
  )
}

/** The error with a code and the reference at the end of its message. An error that has a code keeps it. */
export function withErrorCode<E extends Error>(error: E, code: ErrorCode): E {
  if ('code' in error && error.code !== undefined) return error
  const before = error.message
  const message = `${before} (see ${errorReference(code)})`
  const { stack } = error
  Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true })
  // The stack was made with the message.
  if (stack?.includes(before) === true) error.stack = stack.replace(before, () => message)
  return Object.assign(error, { code })
}

/** Calls a function. TypeErrors, which are mistakes in its arguments, get the code. */
export function withErrorCodes<T>(code: ErrorCode, call: () => T): T {
  const fail = (error: unknown): never => {
    throw error instanceof TypeError ? withErrorCode(error, code) : error
  }
  try {
    const result = call()
    return result instanceof Promise ? (result.catch(fail) as T) : result
  } catch (error) {
    return fail(error)
  }
}

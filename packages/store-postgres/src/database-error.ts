import { StoreError, type StoreErrorCode } from '@pinnace/store'

/** What is known of a statement that failed: it was not sent, was rejected without effect, or may have been executed. */
export type StatementFate = 'not sent' | 'rejected' | 'unknown'

/** A failed statement. */
export class DatabaseError extends StoreError {
  readonly fate: StatementFate
  /** Whether another attempt can succeed. */
  readonly isTemporary: boolean

  constructor(
    code: StoreErrorCode,
    message: string,
    options: ErrorOptions & { readonly fate: StatementFate; readonly isTemporary: boolean },
  ) {
    super(code, message, options)
    this.fate = options.fate
    this.isTemporary = options.isTemporary
  }
}

/** The error of a statement that has not been answered in time. */
export function timedOut(fate: StatementFate): DatabaseError {
  return new DatabaseError('Unavailable', 'the database did not answer in time', { fate, isTemporary: true })
}

/** The DatabaseError of a failed attempt to connect. */
export function connectError(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause
  const { code = '' } = cause as { readonly code?: string }
  // Credentials, the name of the database and the permission to connect do not change by themselves.
  const isTemporary = !/^(?:28|3D|42)/.test(code) && !textOf(cause).includes('after calling end on the pool')
  return new DatabaseError('Unavailable', `the database cannot be reached: ${textOf(cause)}`, {
    cause,
    fate: 'not sent',
    isTemporary,
  })
}

/** The DatabaseError of a failed statement. */
// upstream: the PostgreSQL documentation, appendix A – error codes
export function statementError(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause
  const { code = '', severity } = cause as { readonly code?: string; readonly severity?: string }
  const hasAnswer = severity === 'ERROR' && !/^(?:08|57P|40003)/.test(code)
  if (!hasAnswer) {
    return new DatabaseError('Unavailable', `the connection to the database was lost: ${textOf(cause)}`, {
      cause,
      fate: 'unknown',
      isTemporary: true,
    })
  }
  // Deadlocks, serialization, a server that starts or is a standby, too many connections. A wait for a lock that timed out
  // has taken the time of the request.
  const isTemporary = /^(?:40|57|53300|25006)/.test(code)
  return new DatabaseError(storeCodeOf(code), `the database rejected a statement: ${textOf(cause)}`, {
    cause,
    fate: 'rejected',
    isTemporary,
  })
}

function storeCodeOf(code: string): StoreErrorCode {
  if (/^(?:53100|53200)$/.test(code)) return 'Full'
  if (/^XX00[12]$/.test(code)) return 'Corrupt'
  if (code.startsWith('54')) return 'TooLarge'
  return 'Unavailable'
}

// An error of several addresses has no message of its own.
function textOf(cause: unknown): string {
  const { message = '', code = '' } = cause as { readonly message?: string; readonly code?: string }
  return message === '' ? code : message
}

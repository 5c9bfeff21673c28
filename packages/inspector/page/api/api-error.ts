import { itemsOf, memberOf, textOf } from '../model/json.ts'

/** The field of an object that the server refuses, and why. */
export interface ErrorCause {
  readonly field: string
  readonly message: string
}

/** An answer that is an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  /** Whether the request was a change; false for one that reads. */
  readonly isChange: boolean
  readonly reason: string
  readonly causes: readonly ErrorCause[]

  constructor(code: number, status: unknown, isChange = false) {
    super(textOf(status, 'message') || `the server answered ${code}`)
    this.code = code
    this.isChange = isChange
    this.reason = textOf(status, 'reason')
    this.causes = itemsOf(memberOf(status, 'details'), 'causes').map((cause) => ({
      field: textOf(cause, 'field'),
      message: textOf(cause, 'message'),
    }))
  }
}

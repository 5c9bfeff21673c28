/**
 * An evaluation that failed, thrown by functions and caught by `&&`, `||` and the end of the evaluation.
 * It is no `Error`, because a stack is costly and would point into this package.
 */
export class Failure {
  readonly message: string
  /** The node that failed; 0 until it is known. */
  node: number

  constructor(message: string, node: number = 0) {
    this.message = message
    this.node = node
  }
}

/** An evaluation that must not go on: its cost limit or deadline is reached. Nothing absorbs it. */
export class Cancelled {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/**
 * An evaluation that waits for an answer from outside, such as the decision of an authorizer. Nothing absorbs it: the
 * evaluation is run again from the start once `until` has settled, and then the answer must be there.
 */
export class Suspended {
  readonly until: Promise<unknown>

  constructor(until: Promise<unknown>) {
    this.until = until
  }
}

/**
 * Suspends the evaluation of a call until a promise settles. For functions of the host whose answer is not there yet:
 * the same call must find it when the evaluation is run again. The promise should not reject.
 */
export function suspend(until: Promise<unknown>): never {
  throw new Suspended(until)
}

/** Ends the evaluation of a call with an error of CEL. */
export function fail(message: string): never {
  throw new Failure(message)
}

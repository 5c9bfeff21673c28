import { badRequest, StatusError } from '@pinnace/meta'

/**
 * The 422 of a patch that is well formed but does not apply to the object. The Status has only this sentence; the
 * reason is the error's `cause`, for the log.
 */
// upstream: apiserver/pkg/endpoints/handlers/patch.go – NewGenericServerResponse with 422 drops the server's message.
export function unprocessablePatch(detail: string): StatusError {
  return new StatusError('Invalid', 'the server rejected our request due to an error in our request', {
    details: {},
    cause: new Error(detail),
  })
}

/** Runs a recursive patch that can be interrupted, and turns a document that is nested too deeply into a 400. */
export function* stepsWithinDepth<T>(work: Generator<void, T>): Generator<void, T> {
  try {
    return yield* work
  } catch (error) {
    throw asRefusal(error)
  }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  const refusal = badRequest('exceeded max depth')
  refusal.cause = error
  return refusal
}

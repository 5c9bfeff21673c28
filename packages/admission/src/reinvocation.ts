/**
 * What mutating plugins tell each other in one request. One that changes an object after others have seen it asks for
 * a second round, and there is no third.
 */
// upstream: apiserver/pkg/admission/reinvocation.go
export interface Reinvocation {
  /** True in the second round. */
  isReinvoked: boolean
  /** A second round has been asked for. */
  isRequested: boolean
  /** What a plugin wants to remember from the first round to the second, by its name. */
  memory: Map<string, unknown> | undefined
}

/** Nothing has happened yet. */
export function createReinvocation(): Reinvocation {
  return { isReinvoked: false, isRequested: false, memory: undefined }
}

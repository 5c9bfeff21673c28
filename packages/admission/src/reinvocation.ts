/**
 * The reinvocation state of the mutating plugins in a request. A plugin that changes the object requests a second round;
 * there is no third.
 */
// upstream: apiserver/pkg/admission/reinvocation.go
export interface Reinvocation {
  /** True in the second round. */
  isReinvoked: boolean
  /** A plugin has requested a second round. */
  isRequested: boolean
  /** State of plugins kept from the first round to the second, by plugin name. */
  memory: Map<string, unknown> | undefined
}

/** Creates the state of a new request. */
export function createReinvocation(): Reinvocation {
  return { isReinvoked: false, isRequested: false, memory: undefined }
}

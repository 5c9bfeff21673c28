import { cloneJson, isEqualJson } from '@pinnace/meta'

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

/** The webhooks or policies of a plugin that are invoked again in the second round, because the object has changed since. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/reinvocationcontext.go, and that of policies
export class ReinvokeContext {
  /** The object after the last invocation; set where one of them may be repeated. */
  #lastObject: unknown
  /** Invocations to repeat if the object changes after them. */
  readonly #waiting = new Set<string>()
  /** Invocations of the second round. */
  readonly #due = new Set<string>()

  /** Begins the second round: if other plugins have changed the object since the first, every waiting invocation is due. */
  begin(object: unknown): void {
    if (this.#waiting.size > 0 && !isEqualJson(this.#lastObject, object)) this.requireEarlier()
  }

  isDue(id: string): boolean {
    return this.#due.has(id)
  }

  /** The object has changed: what was invoked before is due again. */
  requireEarlier(): void {
    for (const id of this.#waiting) this.#due.add(id)
    this.#waiting.clear()
  }

  /** Called after an invocation whose reinvocation policy is `IfNeeded`. */
  invoked(id: string): void {
    this.#waiting.add(id)
  }

  end(object: unknown): void {
    this.#lastObject = this.#waiting.size === 0 ? undefined : cloneJson(object)
  }
}

/** The context of a plugin in a request. */
export function reinvokeContext(reinvocation: Reinvocation, plugin: string): ReinvokeContext {
  const memory = (reinvocation.memory ??= new Map())
  const known = memory.get(plugin)
  if (known instanceof ReinvokeContext) return known
  const context = new ReinvokeContext()
  memory.set(plugin, context)
  return context
}

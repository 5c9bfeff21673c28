import { cloneJson, isEqualJson } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'

const memoryKey = 'MutatingAdmissionPolicy'

/** The state of mutating policies in a request, kept from the first round to the second. */
export class PolicyRounds {
  /** The object after the last policy; set where a policy may be reinvoked. */
  #lastObject: unknown
  /** Invocations to reinvoke if the object changes after them. */
  readonly #waiting = new Set<string>()
  /** Invocations of the second round. */
  readonly #due = new Set<string>()

  /** Begins the second round: where others have changed the object since the first, all that wait are due. */
  begin(object: unknown): void {
    if (this.#waiting.size > 0 && !isEqualJson(this.#lastObject, object)) this.requireEarlier()
  }

  isDue(key: string): boolean {
    return this.#due.has(key)
  }

  /** The object has changed: what was invoked before is due again. */
  requireEarlier(): void {
    for (const key of this.#waiting) this.#due.add(key)
    this.#waiting.clear()
  }

  invoked(key: string): void {
    this.#waiting.add(key)
  }

  end(object: unknown): void {
    this.#lastObject = this.#waiting.size === 0 ? undefined : cloneJson(object)
  }
}

/** The rounds of a request. */
export function policyRounds({ reinvocation }: AdmissionAttributes): PolicyRounds {
  reinvocation.memory ??= new Map()
  const known = reinvocation.memory.get(memoryKey)
  if (known instanceof PolicyRounds) return known
  const rounds = new PolicyRounds()
  reinvocation.memory.set(memoryKey, rounds)
  return rounds
}

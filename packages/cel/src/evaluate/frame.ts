import type { CallContext } from '../library/function.ts'
import { Cancelled, fail, type Failure } from '../values/failure.ts'
import { CelUnknown, type CelValue } from '../values/value.ts'

/** Compiled code of a node. */
export type Step = (frame: Frame) => CelValue

/** A variable of a program. */
export interface LoadVariable {
  /** Its data among the variables of an evaluation; undefined where it has none. */
  readonly find: (variables: Variables) => unknown
  readonly adapt: (data: unknown) => CelValue
}

/** Values of variables by name, or a function that finds them when they are first read. */
export type Variables = Readonly<Record<string, unknown>> | ((name: string) => unknown)

/** Limits of one evaluation. */
export interface EvaluationLimits {
  /** What the evaluation may cost. @default no limit */
  readonly costLimit?: number
  /**
   * What the evaluation may do, in steps of about 10 ns: nodes evaluated by comprehensions, characters and elements that
   * functions look at, work of patterns. The default ends it within about 100 ms; `Infinity` is no limit.
   * @default 5,000,000
   */
  readonly stepLimit?: number
  /** Asked as comprehensions and functions iterate; true ends the evaluation. */
  readonly interrupted?: () => boolean
}

const defaultStepLimit = 5_000_000
/** How often comprehensions and functions ask whether they are interrupted. */
const stepsBetweenChecks = 64
/** Characters of a text that a function looks at in one step. */
const charactersPerStep = 8

/** The state of one evaluation. */
export class Frame implements CallContext {
  /** Variables of comprehensions; an accumulator whose step failed holds the failure. */
  readonly locals: (CelValue | Failure)[]
  cost = 0
  /** The node whose function was called last. */
  node = 0
  readonly #variables: Variables
  readonly #loads: readonly LoadVariable[]
  readonly #values: (CelValue | undefined)[] = []
  readonly #data: unknown[] = []
  readonly #costLimit: number
  readonly #interrupted: (() => boolean) | undefined
  readonly #stepLimit: number
  #steps = 0
  /** The number of steps at which the evaluation asks next whether it is interrupted. */
  #nextCheck = stepsBetweenChecks

  constructor(variables: Variables, loads: readonly LoadVariable[], localCount: number, limits: EvaluationLimits) {
    this.#variables = variables
    this.#loads = loads
    this.locals = localCount === 0 ? noLocals : []
    this.#costLimit = limits.costLimit ?? Infinity
    this.#stepLimit = limits.stepLimit ?? defaultStepLimit
    this.#interrupted = limits.interrupted
  }

  /** The value of a variable of the program. @throws a failure where it has none */
  variable(index: number, name: string, node: number): CelValue {
    const known = this.#values[index]
    if (known !== undefined) return known
    const data = this.data(index)
    if (data instanceof CelUnknown) throw data.nodes.size > 0 ? data : new CelUnknown([node])
    const value = data === undefined ? undefined : this.#loads[index]?.adapt(data)
    if (value === undefined) return fail(`no such attribute(s): ${name}`)
    this.#values[index] = value
    return value
  }

  /** The data of a variable of the program. */
  data(index: number): unknown {
    const known = this.#data[index]
    if (known !== undefined) return known
    const data = this.#loads[index]?.find(this.#variables)
    this.#data[index] = data
    return data
  }

  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.#costLimit) throw new Cancelled('operation cancelled: actual cost limit exceeded')
  }

  /** Adds to a failure where it happened, if it does not know yet. */
  locate(failure: Failure): Failure {
    if (failure.node === 0) failure.node = this.node
    return failure
  }

  /** Counts steps of a comprehension or of a function. */
  iterate(steps: number = 1): void {
    this.#steps += steps
    if (this.#steps < this.#nextCheck) return
    this.#nextCheck = this.#steps + stepsBetweenChecks
    if (this.#steps > this.#stepLimit) throw new Cancelled('operation cancelled: actual step limit exceeded')
    if (this.#interrupted?.()) throw new Cancelled('operation interrupted')
  }

  /** Counts what a function does with an argument: long texts and bytes take time, whatever the call costs. */
  read(value: CelValue): void {
    if (typeof value === 'string') {
      if (value.length > charactersPerStep) this.iterate(value.length / charactersPerStep)
    } else if (value instanceof Uint8Array) this.iterate(value.length / charactersPerStep)
  }
}

const noLocals: (CelValue | Failure)[] = []

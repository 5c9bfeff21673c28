import type { Ast } from '../ast.ts'
import type { CheckedAst } from '../check/checked-ast.ts'
import { createSource, type Location } from '../source.ts'
import { Cancelled, Failure, Suspended } from '../values/failure.ts'
import { dynType } from '../values/type.ts'
import { CelUnknown, type CelValue, type CelType } from '../values/value.ts'
import type { CompilerOptions } from './compilation.ts'
import { compileCode, type CompiledCode } from './compiler.ts'
import { Frame, type EvaluationLimits, type Variables } from './frame.ts'

/** Why an expression has no value. `message` is that of cel-go. */
export class CelError extends Error {
  override readonly name = 'CelError'
  /** Where in the expression the call or selection stands that failed; line -1 where that is not known. */
  readonly location: Location
  /** Whether the evaluation was ended by its cost limit or because it was interrupted. */
  readonly cancelled: boolean

  constructor(message: string, location: Location, cancelled: boolean) {
    super(message)
    this.location = location
    this.cancelled = cancelled
  }
}

/** The outcome of an evaluation: a value, which is a `CelUnknown` where it depends on one, or an error. */
export type Evaluation =
  | { readonly value: CelValue; readonly error?: undefined; readonly cost: number }
  | { readonly value?: undefined; readonly error: CelError; readonly cost: number }

/** A compiled expression. */
export interface Program {
  readonly expression: string
  /** The type of its value; dyn where it was not checked. */
  readonly type: CelType
  /** The tree, with types where it was checked. */
  readonly ast: Ast | CheckedAst
  /** Evaluates with values of the variables; data of the host is read where the expression reads it. Does not throw. */
  evaluate(variables?: Variables, limits?: EvaluationLimits): Evaluation
  /**
   * As `evaluate`, for expressions whose functions may have to wait, such as the checks of an authorizer. Synchronous
   * unless one waits; an evaluation that waits is run again from the start when the answer is there, and only the last
   * run counts for the cost. Does not reject.
   */
  evaluateAsync(variables?: Variables, limits?: EvaluationLimits): Evaluation | Promise<Evaluation>
}

/** Compiles a tree. */
export function createProgram(expression: string, ast: Ast | CheckedAst, options: CompilerOptions): Program {
  const { step, loads, localCount } = compileOrDescribe(expression, ast, options)
  const run = (variables: Variables, limits: EvaluationLimits): Evaluation | Suspended => {
    const frame = new Frame(variables, loads, localCount, limits)
    try {
      return { value: step(frame), cost: frame.cost }
    } catch (error) {
      if (error instanceof CelUnknown) return { value: error, cost: frame.cost }
      if (error instanceof Suspended) return error
      if (error instanceof Failure) frame.locate(error)
      return { error: describe(error, expression, ast), cost: frame.cost }
    }
  }
  return {
    expression,
    type: 'type' in ast ? ast.type : dynType,
    ast,
    evaluate(variables = noVariables, limits = noLimits) {
      const outcome = run(variables, limits)
      return outcome instanceof Suspended ? cancelled(mustWait) : outcome
    },
    evaluateAsync(variables = noVariables, limits = noLimits) {
      const outcome = run(variables, limits)
      return outcome instanceof Suspended ? resume(outcome, () => run(variables, limits), limits) : outcome
    },
  }
}

const mustWait = 'operation waits for an answer: it can only be evaluated asynchronously'

/** How often one evaluation waits. Each run asks at least one question more than the one before. */
const maxSuspensions = 100

/** Runs an evaluation again whenever what it waits for is there. */
async function resume(
  first: Suspended,
  run: () => Evaluation | Suspended,
  { interrupted }: EvaluationLimits,
): Promise<Evaluation> {
  let suspended = first
  for (let count = 0; count < maxSuspensions; count++) {
    await suspended.until.catch(() => {})
    if (interrupted?.()) return cancelled('operation interrupted')
    const outcome = run()
    if (!(outcome instanceof Suspended)) return outcome
    suspended = outcome
  }
  return cancelled('operation cancelled: it waits too often')
}

function cancelled(message: string): Evaluation {
  return { error: new CelError(message, nowhere, true), cost: 0 }
}

function compileOrDescribe(expression: string, ast: Ast | CheckedAst, options: CompilerOptions): CompiledCode {
  try {
    return compileCode(ast, options)
  } catch (error) {
    throw error instanceof Failure ? describe(error, expression, ast) : error
  }
}

const noVariables: Variables = {}
const noLimits: EvaluationLimits = {}

const nowhere: Location = { line: -1, column: -1 }

function describe(error: unknown, expression: string, ast: Ast): CelError {
  if (error instanceof Failure) {
    const location = createSource(expression).locationOf(ast.positions.get(error.node))
    return new CelError(error.message, location, false)
  }
  if (error instanceof Cancelled) return new CelError(error.message, nowhere, true)
  // Values that nest too deeply and strings that are too long are errors of the expression.
  if (error instanceof RangeError) return new CelError(`evaluation failed: ${error.message}`, nowhere, false)
  throw error
}

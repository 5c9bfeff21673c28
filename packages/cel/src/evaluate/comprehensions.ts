import { operators, type ComprehensionExpr, type Expr } from '../ast.ts'
import { nodesOf } from '../children.ts'
import { accumulatorName } from '../macros/macro.ts'
import { fail, Failure } from '../values/failure.ts'
import { mapKeyOf } from '../values/map-key.ts'
import { typeOf } from '../values/type-of.ts'
import { ArrayList, CelList, CelMap, CelUnknown, type CelValue } from '../values/value.ts'
import type { Compiler } from './compilation.ts'
import { nodeCosts } from './costs.ts'
import type { Frame, Step } from './frame.ts'
import { branchDiscount } from './names.ts'

/** A list that a comprehension is making, to which elements are added in place. */
class GrowingList extends ArrayList {
  readonly #items: CelValue[]

  constructor() {
    const items: CelValue[] = []
    super(items)
    this.#items = items
  }

  push(value: CelValue): void {
    this.#items.push(value)
  }
}

interface Loop {
  readonly variable: number
  readonly variable2: number | undefined
  readonly accumulator: number
  readonly condition: Step | undefined
  readonly step: Step
  /** What one iteration takes, by the number of its nodes. */
  readonly steps: number
}

const stepsPerNode = 2

export function compileComprehension(compiler: Compiler, fold: ComprehensionExpr): Step {
  const range = compiler.compile(fold.range)
  const init = growsList(fold) ? () => new GrowingList() : compiler.compile(fold.init)
  return compiler.withLocals([fold.accumulator], ([accumulator = 0]) => {
    const names = fold.variable2 === undefined ? [fold.variable] : [fold.variable, fold.variable2]
    const loop = compiler.withLocals(names, ([variable = 0, variable2]): Loop => ({
      variable,
      variable2,
      accumulator,
      condition: isTrue(fold.condition) ? undefined : compiler.compile(fold.condition),
      step: compileStep(compiler, fold.step),
      steps: (nodesOf(fold.condition).length + nodesOf(fold.step).length) * stepsPerNode,
    }))
    const result = compiler.compile(fold.result)
    return (frame) => {
      const over = range(frame)
      frame.locals[accumulator] = init(frame)
      iterate(frame, over, loop)
      return result(frame)
    }
  })
}

function isTrue(expr: Expr): boolean {
  return expr.kind === 'constant' && expr.value === true
}

/** Whether a comprehension of a macro makes a list, which nothing else can see before it is done. */
function growsList({ accumulator, init }: ComprehensionExpr): boolean {
  return accumulator === accumulatorName && init.kind === 'list' && init.elements.length === 0
}

/** A step; `accumulator + [element]` adds to the growing list. */
function compileStep(compiler: Compiler, step: Expr): Step {
  if (step.kind === 'call' && step.name === operators.conditional) {
    const [test, added, kept] = step.args
    if (test !== undefined && kept !== undefined && added !== undefined && isAppend(added)) {
      return conditionalStep(compiler.compile(test), compileStep(compiler, added), [compiler.compile(kept), kept])
    }
  }
  return isAppend(step) ? compileAppend(compiler, step) : compiler.compile(step)
}

function conditionalStep(test: Step, added: Step, [kept, keptExpr]: readonly [Step, Expr]): Step {
  const discount = branchDiscount(keptExpr)
  return (frame) => {
    const value = test(frame)
    if (typeof value !== 'boolean') fail('no such overload')
    if (value) return added(frame)
    frame.cost -= discount
    return kept(frame)
  }
}

function isAppend(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.name !== operators.add) return false
  const [left, right] = expr.args
  return left?.kind === 'ident' && left.name === accumulatorName && right?.kind === 'list'
}

function compileAppend(compiler: Compiler, expr: Expr): Step {
  const whole = compiler.compile(expr)
  if (expr.kind !== 'call') return whole
  const [left, right] = expr.args
  if (left === undefined || right?.kind !== 'list' || right.optionals.length > 0) return whole
  const list = compiler.compile(left)
  const elements = right.elements.map((element) => compiler.compile(element))
  return (frame) => {
    const growing = list(frame)
    if (!(growing instanceof GrowingList)) return whole(frame)
    for (const element of elements) growing.push(element(frame))
    frame.charge(nodeCosts.list + 1)
    return growing
  }
}

function iterate(frame: Frame, range: CelValue, loop: Loop): void {
  const { variable, variable2 } = loop
  if (range instanceof CelList) {
    for (let index = 0; index < range.size; index++) {
      frame.locals[variable] = variable2 === undefined ? range.at(index) : index
      if (variable2 !== undefined) frame.locals[variable2] = range.at(index)
      if (!runStep(frame, loop)) return
    }
  } else if (range instanceof CelMap) {
    for (const key of range.keys()) {
      frame.locals[variable] = key
      if (variable2 !== undefined) frame.locals[variable2] = range.get(mapKeyOf(key) ?? '') ?? null
      if (!runStep(frame, loop)) return
    }
  } else if (variable2 === undefined) fail(`got '${goType(range)}', expected iterable type`)
  else fail(`unsupported comprehension range type: ${goType(range)}`)
}

/** Runs one iteration; false where the condition ends the loop. */
function runStep(frame: Frame, { accumulator, condition, step, steps }: Loop): boolean {
  frame.iterate(steps)
  if (condition === undefined) {
    frame.locals[accumulator] = step(frame)
    return true
  }
  const goOn = condition(frame)
  if (goOn === false) return false
  try {
    frame.locals[accumulator] = step(frame)
  } catch (error) {
    // A later step may decide without this one, as `false` does for `all`.
    if (!(error instanceof Failure || error instanceof CelUnknown)) throw error
    frame.locals[accumulator] = error instanceof Failure ? frame.locate(error) : error
  }
  return true
}

/** The Go type of a value, which messages about ranges show. */
function goType(value: CelValue): string {
  const { kind, name } = typeOf(value)
  if (kind === 'opaque') return '*types.Optional'
  if (kind === 'type') return '*types.Type'
  const short = name.replace('_type', '').replace('google.protobuf.', '')
  return `types.${short.slice(0, 1).toUpperCase()}${short.slice(1)}`
}

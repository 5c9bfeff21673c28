import type { CallExpr, Expr, ListExpr, MapExpr } from '../ast.ts'
import { nodesOf } from '../children.ts'
import { compilePattern } from '../library/pattern.ts'
import { parseDuration, parseTimestamp } from '../values/time.ts'
import { dynType, formatType, isOptional, isSameType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import type { CheckedAst } from './checked-ast.ts'
import type { ReportNode, Validator } from './validator.ts'

/** Options of {@link homogeneousLiterals}. */
export interface HomogeneousLiteralsOptions {
  /** Functions within whose calls literals may mix types, such as `format`. */
  readonly exceptWithin?: readonly string[]
}

/** Requires the elements of list literals and the keys and values of map literals to have one type. */
export function homogeneousLiterals({ exceptWithin = [] }: HomogeneousLiteralsOptions = {}): Validator {
  return (ast, report) => {
    const nodes = nodesOf(ast.expr, (node) => !(node.kind === 'call' && exceptWithin.includes(node.name)))
    for (const node of nodes) if (node.kind === 'list') validateList(ast, node, report)
    for (const node of nodes) if (node.kind === 'map') validateMap(ast, node, report)
  }
}

/** Refuses `duration("…")` with a text that is no duration. */
export const durationLiterals: Validator = literalArgument('duration', (text) => parseDuration(text) !== undefined)

/** Refuses `timestamp("…")` with a text that is no timestamp. */
export const timestampLiterals: Validator = literalArgument('timestamp', (text) => parseTimestamp(text) !== undefined)

/** Refuses `matches("…")` with a text that is no pattern. */
export const regexLiterals: Validator = literalArgument('matches', (text) => 'pattern' in compilePattern(text))

function literalArgument(name: string, isValid: (text: string) => boolean): Validator {
  return (ast, report) => {
    for (const node of nodesOf(ast.expr)) {
      const literal = node.kind === 'call' && node.name === name ? literalOf(node) : undefined
      if (literal?.kind === 'constant' && typeof literal.value === 'string' && !isValid(literal.value)) {
        report(literal, `invalid ${name} argument`)
      }
    }
  }
}

/** The first argument; of `matches` the pattern. */
function literalOf(call: CallExpr): Expr | undefined {
  return call.name === 'matches' && call.target === undefined ? call.args[1] : call.args[0]
}

function validateList(ast: CheckedAst, list: ListExpr, report: ReportNode): void {
  let first: CelType | undefined
  for (const [index, element] of list.elements.entries()) {
    const type = entryType(ast, element, list.optionals.includes(index))
    if (first === undefined) first = type
    else if (!isSameType(first, type)) {
      reportMismatch(report, element, [first, type])
      return
    }
  }
}

function validateMap(ast: CheckedAst, map: MapExpr, report: ReportNode): void {
  let first: { readonly key: CelType; readonly value: CelType } | undefined
  for (const entry of map.entries) {
    const key = entryType(ast, entry.key, false)
    const value = entryType(ast, entry.value, entry.optional)
    if (first === undefined) {
      first = { key, value }
      continue
    }
    if (!isSameType(first.key, key)) reportMismatch(report, entry.key, [first.key, key])
    if (!isSameType(first.value, value)) reportMismatch(report, entry.value, [first.value, value])
  }
}

function entryType(ast: CheckedAst, expr: Expr, optional: boolean): CelType {
  const type = ast.types.get(expr.id) ?? dynType
  return optional && isOptional(type) ? (type.params[0] ?? dynType) : type
}

function reportMismatch(report: ReportNode, node: Expr, [expected, found]: readonly [CelType, CelType]): void {
  report(node, `expected type '${formatType(expected)}' but found '${formatType(found)}'`)
}

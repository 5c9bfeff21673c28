import type { CallExpr, Expr, ListExpr } from '../../../ast.ts'
import type { CheckedAst } from '../../../check/checked-ast.ts'
import type { ReportNode, Validator } from '../../../check/validator.ts'
import { nodesOf } from '../../../children.ts'
import { fail, Failure } from '../../../values/failure.ts'
import { dynType } from '../../../values/type.ts'
import type { TypeKind } from '../../../values/value.ts'
import type { FormatStyle } from './format-style.ts'
import { readFormat } from './read-format.ts'

/** Refuses `'…'.format([…])` with a literal that is no format or does not fit the arguments. */
// upstream: cel-go, ext/formatting.go, stringFormatValidator
export function formatLiterals(style: FormatStyle): Validator {
  return (ast, report) => {
    for (const node of nodesOf(ast.expr)) {
      const call = node.kind === 'call' ? formatCall(ast, node) : undefined
      if (call !== undefined) validateCall(ast, call, style, report)
    }
  }
}

interface FormatCall {
  readonly call: CallExpr
  readonly format: string
  readonly list: ListExpr
}

function formatCall(ast: CheckedAst, call: CallExpr): FormatCall | undefined {
  const { name, target, args } = call
  const [list, other] = args
  if (name !== 'format' || target?.kind !== 'constant' || typeof target.value !== 'string') return undefined
  const reference = ast.references.get(call.id)
  const isFormat = reference?.kind === 'function' && reference.overloads.some(({ id }) => id === 'string_format')
  return isFormat && list?.kind === 'list' && other === undefined ? { call, format: target.value, list } : undefined
}

function validateCall(
  ast: CheckedAst,
  { call, format, list }: FormatCall,
  style: FormatStyle,
  report: ReportNode,
): void {
  const args = list.elements
  let at = call as Expr
  let requested = 0
  try {
    readFormat(format, {
      text() {},
      begin(isEnd) {
        if (!isEnd && requested >= args.length) fail(`index ${requested} out of range`)
        requested++
      },
      clause({ letter }) {
        const arg = args[requested - 1]
        const refused = arg === undefined ? undefined : refusedPart(ast, arg, style[letter].kinds, letter === 's')
        if (refused === undefined) return
        at = refused
        const given = (ast.types.get(refused.id) ?? dynType).name
        fail(`error during formatting: ${style[letter].refusal}, was given ${given}`)
      },
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return report(at, error.message)
  }
  if (args.length <= requested) return
  const counts = `expected ${requested}, got ${args.length}`
  report(call, `too many arguments supplied to string.format (${counts})`)
}

/** The argument or the part of a literal in it whose type is none of these; undefined where there is none. */
function refusedPart(ast: CheckedAst, expr: Expr, kinds: readonly TypeKind[], inside: boolean): Expr | undefined {
  const { kind } = ast.types.get(expr.id) ?? dynType
  if (kind !== 'dyn' && !kinds.includes(kind)) return expr
  if (!inside) return undefined
  for (const part of literalParts(expr)) {
    const refused = refusedPart(ast, part, kinds, true)
    if (refused !== undefined) return refused
  }
  return undefined
}

function literalParts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'list') return expr.elements
  return expr.kind === 'map' ? expr.entries.flatMap(({ key, value }) => [key, value]) : []
}

import type { Ast, Expr } from '../ast.ts'
import type { Issues } from '../issues.ts'
import { AstBuilder } from './builder.ts'
import { after } from './grammar.ts'
import { parseExpr } from './parse-operators.ts'
import type { ParseOptions } from './parse-options.ts'
import { ParserState } from './parser-state.ts'
import { ParseAborted } from './token-stream.ts'

/** Parses an expression; reports what is wrong with it to `issues`. */
export function parse(issues: Issues, options: ParseOptions): Ast {
  const { source } = issues
  const builder = new AstBuilder(issues, options.macros)
  const maxSize = options.maxSize ?? 100_000
  if (source.size > maxSize) {
    const message = `expression code point size exceeds limit: size: ${source.size}, limit ${maxSize}`
    return builder.finish(builder.error(undefined, message))
  }
  try {
    return builder.finish(parseWhole(new ParserState(issues, builder, { ...options, parseExpr })))
  } catch (error) {
    if (error instanceof ParseAborted) return builder.finish(builder.unspecified(undefined))
    throw error
  }
}

function parseWhole(state: ParserState): Expr {
  const body = (): Expr => {
    const expr = state.expr(after.start)
    state.tokens.match('<EOF>', 'end', after.nothing)
    return expr
  }
  return state.within('start', undefined, body, state.unspecified)
}

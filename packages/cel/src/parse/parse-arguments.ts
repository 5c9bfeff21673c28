import type { Expr } from '../ast.ts'
import { after, first } from './grammar.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** The arguments of a call; the id is that of the call. */
export interface ParsedArguments {
  readonly id: number
  readonly args: readonly Expr[]
}

/** The arguments of a call, without the parenthesis behind them. */
export function parseArguments(state: ParserState, place: string): ParsedArguments {
  const paren = state.tokens.peek()
  state.tokens.take("'('")
  const id = state.build.idAt(state.offset(paren))
  const failed: Expr = { kind: 'unspecified', id }
  state.expecting(failed, () => state.tokens.sync({ place, kinds: [...first.expr, "')'"] }))
  return { id, args: first.expr.includes(state.tokens.kind()) ? parseExprList(state, after.args) : [] }
}

function parseExprList(state: ParserState, follow: Follow): readonly Expr[] {
  const exprs: Expr[] = []
  const body = (): readonly Expr[] => {
    do exprs.push(state.expr(after.listed))
    while (state.tokens.take("','") !== undefined)
    return exprs
  }
  return state.within('exprList', follow, body, () => exprs)
}

import { operators, type Expr } from '../ast.ts'
import { after, first } from './grammar.ts'
import { parseArguments } from './parse-arguments.ts'
import { parseName } from './parse-name.ts'
import { parsePrimary } from './parse-primary.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** Parses a value with the selections, indexes and calls behind it. */
export function parseMember(state: ParserState, follow: Follow): Expr {
  return state.within(
    'member',
    follow,
    () => {
      let operand = parsePrimary(state, after.member)
      for (;;) {
        const kind = state.tokens.kind()
        if (kind !== "'.'" && kind !== "'['") return operand
        operand = kind === "'['" ? parseIndex(state, operand) : parseDot(state, operand)
      }
    },
    state.unspecified,
  )
}

function parseIndex(state: ParserState, operand: Expr): Expr {
  const bracket = state.tokens.peek()
  state.tokens.take("'['")
  const id = state.build.idAt(state.offset(bracket))
  const failed: Expr = { kind: 'unspecified', id }
  state.expecting(failed, () => state.tokens.sync({ place: 'index', kinds: first.optionalExpr }))
  const optional = state.tokens.take("'?'") !== undefined
  const index = state.expr(after.index)
  state.expecting(failed, () => state.tokens.match("']'", 'index end', after.member))
  if (optional && !state.optionalSyntax) {
    return state.build.error(state.offset(bracket), "unsupported syntax '[?'")
  }
  const name = optional ? operators.optionalIndex : operators.index
  return state.nested(state.build.call(id, name, undefined, [operand, index]), operand, index)
}

function parseDot(state: ParserState, operand: Expr): Expr {
  const next = state.tokens.kind(1)
  if (next === 'IDENTIFIER' && state.tokens.kind(2) === "'('") return parseMemberCall(state, operand)
  if (next !== "'?'" && !first.name.includes(next)) {
    const mismatch = state.tokens.noAlternative('member', 1)
    mismatch.partial = operand
    throw mismatch
  }
  const dot = state.tokens.peek()
  state.tokens.take("'.'")
  const optional = state.tokens.take("'?'") !== undefined
  const nameAt = state.offset(state.tokens.peek())
  const field = parseName(state, after.member)
  if (field === undefined) state.issues.report(nameAt, 'unsupported ident kind')
  if (!optional) {
    const id = state.build.idAt(state.offset(dot))
    return state.nested({ kind: 'select', id, operand, field: field ?? '', testOnly: false }, operand)
  }
  if (!state.optionalSyntax) return state.build.error(state.offset(dot), "unsupported syntax '.?'")
  const name = state.build.constant(nameAt, field ?? '')
  const id = state.build.idAt(state.offset(dot))
  return state.nested(
    { kind: 'call', id, name: operators.optionalSelect, target: undefined, args: [operand, name] },
    operand,
  )
}

function parseMemberCall(state: ParserState, operand: Expr): Expr {
  state.tokens.take("'.'")
  const name = state.tokens.peek().text
  state.tokens.take('IDENTIFIER')
  const { id, args } = parseArguments(state, 'member call')
  const call = state.nested(state.build.call(id, name, operand, args), operand, ...args)
  state.expecting(call, () => state.tokens.match("')'", 'member call end', after.member))
  return call
}

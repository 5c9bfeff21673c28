import type { Expr } from '../ast.ts'
import { parseBytes, parseFloat64, parseInt64, parseString, parseUint64 } from './literals.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'
import type { TokenKind } from './token.ts'

/** Parses a number, a string, bytes, `true`, `false` or `null`. */
export function parseLiteral(state: ParserState, follow: Follow): Expr {
  return state.within(
    'literal',
    follow,
    () => {
      const start = state.offset(state.tokens.peek())
      const negative = state.tokens.kind() === "'-'"
      const next = state.tokens.kind(negative ? 1 : 0)
      if (negative && next !== 'NUM_INT' && next !== 'NUM_FLOAT') throw state.tokens.noAlternative('literal', 1)
      if (negative) state.tokens.take("'-'")
      const token = state.tokens.peek()
      state.tokens.take(token.kind)
      const text = (negative ? '-' : '') + token.text
      const value = literalOf(token.kind, text)
      if (value !== null && typeof value === 'object' && 'error' in value) return state.build.error(start, value.error)
      return state.build.constant(start, value)
    },
    state.unspecified,
  )
}

function literalOf(
  kind: TokenKind,
  text: string,
): Extract<Expr, { kind: 'constant' }>['value'] | { readonly error: string } {
  switch (kind) {
    case 'NUM_INT':
      return parseInt64(text) ?? { error: 'invalid int literal' }
    case 'NUM_UINT':
      return parseUint64(text) ?? { error: 'invalid uint literal' }
    case 'NUM_FLOAT':
      return parseFloat64(text) ?? { error: 'invalid double literal' }
    case 'STRING':
      return parseString(text)
    case 'BYTES':
      return parseBytes(text)
    case "'true'":
      return true
    case "'false'":
      return false
    default:
      return null
  }
}

import type { Expr } from '../ast.ts'
import { after, first, reservedWords } from './grammar.ts'
import { parseArguments, type ParsedArguments } from './parse-arguments.ts'
import { parseList, parseMap } from './parse-collections.ts'
import { parseLiteral } from './parse-literal.ts'
import { parseStruct } from './parse-struct.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** Parses what operators and selections start with: a literal, a name, a call, a list, a map, a message. */
export function parsePrimary(state: ParserState, follow: Follow): Expr {
  return state.within(
    'primary',
    follow,
    () => {
      state.tokens.sync({ place: 'primary', kinds: first.primary })
      const kind = state.tokens.kind()
      if (kind === 'IDENTIFIER') return parseNamed(state, 0)
      if (kind === "'.'") {
        if (state.tokens.kind(1) !== 'IDENTIFIER') throw state.tokens.noAlternative('primary', 1)
        return parseNamed(state, 1)
      }
      if (kind === "'('") return parseParenthesized(state)
      if (kind === "'['") return parseList(state)
      if (kind === "'{'") return parseMap(state)
      if (!first.primary.includes(kind)) throw state.tokens.noAlternative('primary', 0)
      return parseLiteral(state, after.nothing)
    },
    state.unspecified,
  )
}

function parseParenthesized(state: ParserState): Expr {
  state.tokens.take("'('")
  const expr = state.expr(after.args)
  state.expecting(expr, () => state.tokens.match("')'", 'parenthesis', after.nothing))
  return expr
}

/** A name, a call of a function or the making of a message; `ahead` is 1 behind a leading dot. */
function parseNamed(state: ParserState, ahead: number): Expr {
  let behind = ahead + 1
  while (state.tokens.kind(behind) === "'.'" && state.tokens.kind(behind + 1) === 'IDENTIFIER') behind += 2
  if (state.tokens.kind(behind) === "'{'") return parseStruct(state, behind)
  const start = state.tokens.peek()
  state.tokens.take("'.'")
  const token = state.tokens.peek()
  state.tokens.take('IDENTIFIER')
  const name = (ahead === 1 ? '.' : '') + token.text
  const call = state.tokens.kind() === "'('" ? parseArguments(state, 'call') : undefined
  const expr = reservedWords.has(token.text)
    ? state.build.error(state.offset(start), `reserved identifier: ${token.text}`)
    : callOrIdent(state, name, state.offset(token), call)
  if (call !== undefined) state.expecting(expr, () => state.tokens.match("')'", 'call end', after.nothing))
  return expr
}

function callOrIdent(state: ParserState, name: string, offset: number, call: ParsedArguments | undefined): Expr {
  if (call !== undefined) return state.build.call(call.id, name, undefined, call.args)
  return { kind: 'ident', id: state.build.idAt(offset), name }
}

import { after } from './grammar.ts'
import type { ParserState } from './parser-state.ts'
import type { TokenKind } from './token.ts'

/** Takes a comma that something follows; a trailing comma is left. */
export function takeComma(state: ParserState, next: readonly TokenKind[]): boolean {
  if (state.tokens.kind() !== "','" || !next.includes(state.tokens.kind(1))) return false
  state.tokens.take("','")
  return true
}

/** Takes a bracket with the comma that may be before it. */
export function closeBracket(state: ParserState, kind: "']'" | "'}'", place: string): void {
  state.tokens.sync({ place: `${place} comma`, kinds: [kind, "','"] })
  state.tokens.take("','")
  state.tokens.match(kind, `${place} end`, after.nothing)
}

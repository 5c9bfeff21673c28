import { first } from './grammar.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** A name, in backquotes or not; undefined after an error. */
export function parseName(state: ParserState, follow: Follow, errorsAt?: number): string | undefined {
  return state.within(
    'name',
    follow,
    () => {
      state.tokens.sync({ place: 'name', kinds: first.name })
      const token = state.tokens.take('IDENTIFIER') ?? state.tokens.take('ESC_IDENTIFIER')
      if (token === undefined) throw state.tokens.noAlternative('name', 0)
      if (token.kind === 'IDENTIFIER') return token.text
      if (state.quotedNames) return token.text.slice(1, -1)
      state.issues.report(errorsAt ?? state.offset(token), "unsupported syntax: '`'")
      return ''
    },
    () => undefined,
  )
}

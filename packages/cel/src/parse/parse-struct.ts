import type { Expr, FieldExpr } from '../ast.ts'
import { after, first } from './grammar.ts'
import { parseName } from './parse-name.ts'
import { closeBracket, takeComma } from './parse-separators.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** A message; `brace` is how far ahead its brace is. */
export function parseStruct(state: ParserState, brace: number): Expr {
  let typeName = ''
  for (let count = 0; count < brace; count++) {
    typeName += state.tokens.peek().text
    state.tokens.take(state.tokens.kind())
  }
  const id = state.build.idAt(state.offset(state.tokens.peek()))
  state.tokens.take("'{'")
  const failed: Expr = { kind: 'unspecified', id }
  const opening = { place: 'message', kinds: [...first.field, "'}'" as const, "','" as const] }
  state.expecting(failed, () => state.tokens.sync(opening))
  const starts = first.field.includes(state.tokens.kind())
  const fields = starts ? parseFields(state, after.entries) : []
  state.expecting(failed, () => closeBracket(state, "'}'", 'message'))
  const children = fields.map((field) => field.value)
  return state.build.nest({ kind: 'struct', id, typeName, fields }, children, 0)
}

function parseFields(state: ParserState, follow: Follow): readonly FieldExpr[] {
  const fields: FieldExpr[] = []
  const start = state.offset(state.tokens.peek())
  const body = (): readonly FieldExpr[] => {
    do {
      const { optional, name } = parseField(state, after.key, start)
      const id = state.build.idAt(state.offset(state.tokens.peek()))
      state.tokens.match("':'", 'message field', after.expr)
      const value = state.expr(after.listed)
      if (name === undefined) state.issues.report(start, 'unsupported ident kind')
      else fields.push({ id, name, value, optional })
    } while (takeComma(state, first.field))
    return fields
  }
  return state.within('fieldInit', follow, body, () => fields)
}

interface ParsedField {
  readonly optional: boolean
  /** Undefined after an error. */
  readonly name: string | undefined
}

function parseField(state: ParserState, follow: Follow, listStart: number): ParsedField {
  const body = (): ParsedField => {
    state.tokens.sync({ place: 'field', kinds: first.field })
    const mark = state.tokens.take("'?'")
    if (mark !== undefined && !state.optionalSyntax) state.issues.report(state.offset(mark), "unsupported syntax '?'")
    return { optional: mark !== undefined && state.optionalSyntax, name: parseName(state, after.nothing, listStart) }
  }
  return state.within('field', follow, body, () => ({ optional: false, name: undefined }))
}

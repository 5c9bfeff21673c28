import type { Expr, MapEntryExpr } from '../ast.ts'
import { after, first } from './grammar.ts'
import { closeBracket, takeComma } from './parse-separators.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'

/** Parses a list. */
export function parseList(state: ParserState): Expr {
  const bracket = state.tokens.peek()
  state.tokens.take("'['")
  const id = state.build.idAt(state.offset(bracket))
  const failed: Expr = { kind: 'unspecified', id }
  const opening = { place: 'list', kinds: [...first.optionalExpr, "']'" as const, "','" as const] }
  state.expecting(failed, () => state.tokens.sync(opening))
  const starts = first.optionalExpr.includes(state.tokens.kind())
  const items = starts ? parseElements(state, after.elements) : []
  state.expecting(failed, () => closeBracket(state, "']'", 'list'))
  const elements = items.map((item) => item.expr)
  const optionals = items.flatMap((item, index) => (item.optional ? [index] : []))
  return state.build.nest({ kind: 'list', id, elements, optionals }, elements, 0)
}

function parseElements(state: ParserState, follow: Follow): readonly OptionalExpr[] {
  const items: OptionalExpr[] = []
  const body = (): readonly OptionalExpr[] => {
    do items.push(parseOptionalExpr(state, after.listed))
    while (takeComma(state, first.optionalExpr))
    return items
  }
  return state.within('listInit', follow, body, () => items)
}

/** Parses a map. */
export function parseMap(state: ParserState): Expr {
  const brace = state.tokens.peek()
  state.tokens.take("'{'")
  const id = state.build.idAt(state.offset(brace))
  const failed: Expr = { kind: 'unspecified', id }
  const opening = { place: 'map', kinds: [...first.optionalExpr, "'}'" as const, "','" as const] }
  state.expecting(failed, () => state.tokens.sync(opening))
  const entries = first.optionalExpr.includes(state.tokens.kind()) ? parseEntries(state, after.entries) : []
  state.expecting(failed, () => closeBracket(state, "'}'", 'map'))
  const children = entries.flatMap((entry) => [entry.key, entry.value])
  return state.build.nest({ kind: 'map', id, entries }, children, 0)
}

function parseEntries(state: ParserState, follow: Follow): readonly MapEntryExpr[] {
  const entries: MapEntryExpr[] = []
  const body = (): readonly MapEntryExpr[] => {
    do {
      const { optional, expr: key } = parseOptionalExpr(state, after.key)
      const id = state.build.idAt(state.offset(state.tokens.peek()))
      state.tokens.match("':'", 'map entry', after.expr)
      entries.push({ id, key, value: state.expr(after.listed), optional })
    } while (takeComma(state, first.optionalExpr))
    return entries
  }
  return state.within('mapInit', follow, body, () => entries)
}

interface OptionalExpr {
  readonly optional: boolean
  readonly expr: Expr
}

function parseOptionalExpr(state: ParserState, follow: Follow): OptionalExpr {
  const body = (): OptionalExpr => {
    state.tokens.sync({ place: 'optional expression', kinds: first.optionalExpr })
    const mark = state.tokens.take("'?'")
    if (mark !== undefined && !state.optionalSyntax) state.issues.report(state.offset(mark), "unsupported syntax '?'")
    return { optional: mark !== undefined && state.optionalSyntax, expr: state.expr(after.nothing) }
  }
  return state.within('optionalExpr', follow, body, () => ({
    optional: false,
    expr: state.build.unspecified(undefined),
  }))
}

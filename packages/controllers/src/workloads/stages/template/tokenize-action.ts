/** A token of an action. */
export interface ActionToken {
  readonly type: 'word' | 'variable' | 'field' | 'text' | 'number' | 'symbol' | 'end'
  readonly text: string
  /** Whether white space stands before it: `$a .b` are two arguments, `$a.b` is one. */
  readonly isApart: boolean
}

const symbols = [':=', '=', '|', '(', ')', ',', '.'] as const

const patterns = [
  ['variable', /^\$[A-Za-z0-9_]*/],
  ['field', /^\.[A-Za-z_][A-Za-z0-9_]*/],
  ['word', /^[A-Za-z_][A-Za-z0-9_]*/],
  ['number', /^[-+]?[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_])/],
  ['text', /^"(?:[^"\\\n]|\\.)*"/],
  ['text', /^`[^`]*`/],
] as const

/** The tokens of an action of a template. A TypeError names what is not supported. */
export function tokenizeAction(action: string): readonly ActionToken[] {
  const tokens: ActionToken[] = []
  let rest = action
  for (;;) {
    const trimmed = rest.trimStart()
    const isApart = trimmed.length < rest.length || tokens.length === 0
    if (trimmed === '') return [...tokens, { type: 'end', text: 'the end of the action', isApart: true }]
    const { token, length } = nextToken(trimmed, isApart)
    tokens.push(token)
    rest = trimmed.slice(length)
  }
}

function nextToken(rest: string, isApart: boolean): { readonly token: ActionToken; readonly length: number } {
  for (const [type, pattern] of patterns) {
    const [text] = pattern.exec(rest) ?? []
    if (text === undefined) continue
    return { token: { type, text: type === 'text' ? unquoted(text) : text, isApart }, length: text.length }
  }
  const symbol = symbols.find((one) => rest.startsWith(one))
  if (symbol === undefined) throw new TypeError(`${JSON.stringify(rest.slice(0, 12))} is not supported`)
  return { token: { type: 'symbol', text: symbol, isApart }, length: symbol.length }
}

function unquoted(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1)
  try {
    return String(JSON.parse(text))
  } catch (cause) {
    throw new TypeError(`the text ${text} is not supported`, { cause })
  }
}

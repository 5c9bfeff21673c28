/** A token of a query. */
export interface QueryToken {
  readonly type: 'word' | 'string' | 'number' | 'symbol' | 'end'
  readonly text: string
}

const symbols = ['==', '!=', '//', '.', '[', ']', '(', ')', '|', '?'] as const

/** The tokens of a query. A TypeError for a character that this part of jq does not have. */
export function tokenizeQuery(text: string): readonly QueryToken[] {
  const tokens: QueryToken[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const [space] = /^\s+/.exec(rest) ?? []
    if (space !== undefined) {
      at += space.length
      continue
    }
    const token = nextToken(rest)
    if (token === undefined) throw new TypeError(`${JSON.stringify(rest.slice(0, 12))} is not supported`)
    tokens.push(token.token)
    at += token.length
  }
  return [...tokens, { type: 'end', text: 'the end' }]
}

function nextToken(rest: string): { readonly token: QueryToken; readonly length: number } | undefined {
  const of = (type: QueryToken['type'], text: string, length = text.length) => ({ token: { type, text }, length })
  const symbol = symbols.find((one) => rest.startsWith(one))
  if (symbol !== undefined) return of('symbol', symbol)
  const [word] = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest) ?? []
  if (word !== undefined) return of('word', word)
  const [number] = /^-?[0-9]+(?:\.[0-9]+)?/.exec(rest) ?? []
  if (number !== undefined) return of('number', number)
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(rest) ?? []
  if (quoted === undefined) return undefined
  if (quoted.includes('\\(')) throw new TypeError('string interpolation is not supported')
  return of('string', String(JSON.parse(quoted)), quoted.length)
}

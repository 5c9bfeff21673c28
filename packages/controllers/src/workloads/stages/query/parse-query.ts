import type { Query } from './query.ts'
import { tokenizeQuery, type QueryToken } from './tokenize-query.ts'

/** Parentheses within each other. */
const maxDepth = 50

/**
 * Parses a query, a part of the language of jq: paths, `.[]`, `.[0]`, `.["a"]`, `?`, pipes, `//`, comparisons with
 * `==` and `!=`, `and`, `or`, and `select(…)`. A TypeError names what is not supported.
 */
export function parseQuery(text: string): Query {
  const reader = new QueryReader(tokenizeQuery(text))
  const query = reader.pipe()
  reader.expectEnd()
  return query
}

class QueryReader {
  readonly #tokens: readonly QueryToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly QueryToken[]) {
    this.#tokens = tokens
  }

  pipe(): Query {
    if (++this.#depth > maxDepth) throw new TypeError('the query is nested too deep')
    let query = this.#either()
    while (this.#takes('|')) query = { op: 'pipe', left: query, right: this.#either() }
    this.#depth--
    return query
  }

  expectEnd(): void {
    const { type, text } = this.#token
    if (type !== 'end') throw new TypeError(`${JSON.stringify(text)} is not supported`)
  }

  #either(): Query {
    let query = this.#both()
    while (this.#takesWord('or')) query = { op: 'or', left: query, right: this.#both() }
    return query
  }

  #both(): Query {
    let query = this.#comparison()
    while (this.#takesWord('and')) query = { op: 'and', left: query, right: this.#comparison() }
    return query
  }

  #comparison(): Query {
    const left = this.#alternative()
    for (const symbol of ['==', '!='] as const) {
      if (this.#takes(symbol)) {
        return { op: 'compare', isEqual: symbol === '==', left, right: this.#alternative() }
      }
    }
    return left
  }

  #alternative(): Query {
    const left = this.#postfix()
    return this.#takes('//') ? { op: 'alternative', left, right: this.#alternative() } : left
  }

  #postfix(): Query {
    let query = this.#primary()
    for (;;) {
      if (this.#takes('?')) query = { op: 'optional', of: query }
      else if (this.#takes('[')) query = this.#brackets(query)
      else if (this.#takes('.')) query = this.#afterDot(query)
      else return query
    }
  }

  #primary(): Query {
    const { type, text } = this.#token
    if (this.#takes('.')) return this.#afterDot({ op: 'identity' })
    if (this.#takes('(')) return this.#closed(this.pipe())
    this.#at++
    if (type === 'string') return { op: 'literal', value: text }
    if (type === 'number') return { op: 'literal', value: Number(text) }
    if (type === 'word' && literals.has(text)) return { op: 'literal', value: literals.get(text) ?? null }
    if (type === 'word' && text === 'select' && this.#takes('(')) {
      return { op: 'select', condition: this.#closed(this.pipe()) }
    }
    throw new TypeError(`${JSON.stringify(text)} is not supported`)
  }

  /** After a dot: a name, a quoted name, brackets, or nothing, which is the value itself. */
  #afterDot(of: Query): Query {
    const { type, text } = this.#token
    if (type === 'word' || type === 'string') {
      this.#at++
      return { op: 'field', of, name: text }
    }
    return this.#takes('[') ? this.#brackets(of) : of
  }

  #brackets(of: Query): Query {
    if (this.#takes(']')) return { op: 'each', of }
    const { type, text } = this.#token
    this.#at++
    if (!this.#takes(']')) throw new TypeError(`${JSON.stringify(text)} in brackets is not supported`)
    if (type === 'string') return { op: 'field', of, name: text }
    if (type === 'number' && Number.isInteger(Number(text))) return { op: 'index', of, index: Number(text) }
    throw new TypeError(`${JSON.stringify(text)} in brackets is not supported`)
  }

  #closed(query: Query): Query {
    if (!this.#takes(')')) throw new TypeError(`${JSON.stringify(this.#token.text)} instead of ")" is not supported`)
    return query
  }

  get #token(): QueryToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] ?? { type: 'end', text: '' }
  }

  #takes(symbol: string): boolean {
    return this.#takesToken('symbol', symbol)
  }

  #takesWord(word: string): boolean {
    return this.#takesToken('word', word)
  }

  #takesToken(type: QueryToken['type'], text: string): boolean {
    const token = this.#token
    if (token.type !== type || token.text !== text) return false
    this.#at++
    return true
  }
}

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

import { badRequest } from '../errors/errors.ts'
import { labelKeyError, requirementError, type LabelOperator, type LabelRequirement } from './label-requirement.ts'

type TokenKind = 'end' | 'identifier' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'

interface Token {
  readonly kind: TokenKind
  readonly text: string
}

interface Tokens {
  /** Returns the next token without consuming it. */
  peek(): Token
  take(): Token
}

const end: Token = { kind: 'end', text: '' }

/** Parses the requirements of a label selector, in order. Throws a StatusError 400. */
// upstream: apimachinery/pkg/labels/selector.go, Parser.parse
export function parseLabelRequirements(text: string): readonly LabelRequirement[] {
  const tokens = createTokens(text)
  const requirements: LabelRequirement[] = []
  for (;;) {
    const next = tokens.peek()
    if (next.kind === 'end') return requirements
    if (!startsRequirement(next)) {
      throw badRequest(`found '${next.text}', expected: !, identifier, or 'end of string'`)
    }
    requirements.push(parseRequirement(tokens))
    const after = tokens.take()
    if (after.kind === 'end') return requirements
    if (after.kind !== ',') throw badRequest(`found '${after.text}', expected: ',' or 'end of string'`)
    const following = tokens.peek()
    if (!startsRequirement(following)) {
      throw badRequest(`found '${following.text}', expected: identifier after ','`)
    }
  }
}

// `in` and `notin` are valid keys and values.
function isWord({ kind }: Token): boolean {
  return kind === 'identifier' || kind === 'in' || kind === 'notin'
}

function startsRequirement(token: Token): boolean {
  return isWord(token) || token.kind === '!'
}

function parseRequirement(tokens: Tokens): LabelRequirement {
  const first = tokens.take()
  const isNegated = first.kind === '!'
  const keyToken = isNegated ? tokens.take() : first
  if (!isWord(keyToken)) throw refusal(`found '${keyToken.text}', expected: identifier`)
  const key = keyToken.text
  const keyError = labelKeyError(key, '<nil>')
  if (keyError !== undefined) throw refusal(keyError)
  const next = tokens.peek().kind
  const isLast = next === 'end' || next === ','
  const requirement: LabelRequirement = isNegated
    ? { key, operator: '!', values: [] }
    : isLast
      ? { key, operator: 'exists', values: [] }
      : parseComparison(key, tokens)
  const error = requirementError(requirement)
  if (error !== undefined) throw refusal(error)
  return requirement
}

function parseComparison(key: string, tokens: Tokens): LabelRequirement {
  const operator = parseOperator(tokens)
  const values = operator === 'in' || operator === 'notin' ? parseValues(tokens) : parseExactValue(tokens)
  return { key, operator, values: [...values].sort() }
}

function parseOperator(tokens: Tokens): LabelOperator {
  const { kind, text } = tokens.take()
  switch (kind) {
    case 'in':
    case 'notin':
    case '=':
    case '==':
    case '!=':
      return kind
    case '>':
      return 'gt'
    case '<':
      return 'lt'
    default:
      throw refusal(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`)
  }
}

function parseExactValue(tokens: Tokens): ReadonlySet<string> {
  const next = tokens.peek()
  if (next.kind === 'end' || next.kind === ',') return new Set([''])
  const token = tokens.take()
  if (!isWord(token)) throw refusal(`found '${token.text}', expected: identifier`)
  return new Set([token.text])
}

function parseValues(tokens: Tokens): ReadonlySet<string> {
  const open = tokens.take()
  if (open.kind !== '(') throw refusal(`found '${open.text}' expected: '('`)
  const first = tokens.peek()
  if (first.kind === ')') {
    tokens.take()
    return new Set([''])
  }
  if (!isWord(first) && first.kind !== ',') {
    throw refusal(`found '${first.text}', expected: ',', ')' or identifier`)
  }
  const values = parseList(tokens)
  if (tokens.take().kind !== ')') throw refusal(`found '${first.text}', expected: ')'`)
  return values
}

/** Parses values separated by commas, up to the closing parenthesis; a missing value is empty. */
// upstream: selector.go, parseIdentifiersList
function parseList(tokens: Tokens): ReadonlySet<string> {
  const values = new Set<string>()
  for (;;) {
    const token = tokens.take()
    if (isWord(token)) {
      values.add(token.text)
      const next = tokens.peek()
      if (next.kind === ',') continue
      if (next.kind === ')') return values
      throw refusal(`found '${next.text}', expected: ',' or ')'`)
    }
    if (token.kind !== ',') throw refusal(`found '${token.text}', expected: ',', or identifier`)
    if (values.size === 0) values.add('')
    const next = tokens.peek().kind
    if (next === ')') {
      values.add('')
      return values
    }
    if (next === ',') {
      tokens.take()
      values.add('')
      if (tokens.peek().kind === ')') return values
    }
  }
}

/** Reads the tokens of a text, one ahead. */
function createTokens(text: string): Tokens {
  let at = 0
  let ahead: Token | undefined
  const read = (): Token => {
    while (isSpace(text.charCodeAt(at))) at++
    const start = at
    const character = text.charCodeAt(at)
    // upstream: selector.go, Lexer.Lex – a zero byte ends the text.
    if (at >= text.length || character === 0) return end
    let token: Token
    if (isSymbol(character)) {
      const pair = text.charCodeAt(at + 1) === equalsSign ? pairs.get(character) : undefined
      token = pair ?? symbols.get(character) ?? end
      at += token.text.length
    } else {
      while (at < text.length && !isBreak(text.charCodeAt(at))) at++
      const word = text.slice(start, at)
      token = { kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word }
    }
    // A zero byte after a token is dropped with it.
    if (text.charCodeAt(at) === 0) at++
    return token
  }
  return {
    peek: () => (ahead ??= read()),
    take() {
      const token = ahead ?? read()
      ahead = undefined
      return token
    },
  }
}

const equalsSign = 0x3d

const symbols: ReadonlyMap<number, Token> = tokensOf(['(', ')', ',', '!', '=', '>', '<'])

/** The symbols of two characters, the second of which is an equals sign. */
const pairs: ReadonlyMap<number, Token> = tokensOf(['==', '!='])

function tokensOf(kinds: readonly TokenKind[]): ReadonlyMap<number, Token> {
  return new Map(kinds.map((kind) => [kind.charCodeAt(0), { kind, text: kind }]))
}

function isSpace(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0d || character === 0x0a
}

function isSymbol(character: number): boolean {
  return character < 0x40 && symbols.has(character)
}

function isBreak(character: number): boolean {
  return character < 0x40 && (isSpace(character) || character === 0 || symbols.has(character))
}

function refusal(message: string): Error {
  return badRequest(`unable to parse requirement: ${message}`)
}

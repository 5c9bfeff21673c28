import type { Expr } from '../ast.ts'
import type { LexedText } from './lex.ts'
import { formatTokens, quoteText, type Token, type TokenKind } from './token.ts'

/** What may come next at a place of the grammar; `end` is true where the rule may end there. */
export interface Follow {
  readonly kinds: readonly TokenKind[]
  readonly end: boolean
}

/** A place of the grammar that waits for one of some tokens. */
export interface Expectation {
  /** Names the place; recovery that fails twice at one place skips a token. */
  readonly place: string
  readonly kinds: readonly TokenKind[]
}

/** Thrown within a rule whose text does not fit; the rule reports it and ends. */
export class Mismatch {
  /** What the rule has made of the text before it. */
  partial: Expr | undefined
  readonly message: string
  readonly offending: Token
  readonly place: string

  constructor(message: string, offending: Token, place: string) {
    this.message = message
    this.offending = offending
    this.place = place
  }
}

/** Thrown to stop parsing. */
export class ParseAborted extends Error {
  override readonly name = 'ParseAborted'
}

/** Limits of {@link TokenStream}. */
export interface RecoveryLimits {
  /** Attempts to go on after an error. */
  readonly attempts: number
  /** Tokens skipped in one attempt. */
  readonly skippedTokens: number
  /** Errors of syntax that are reported. */
  readonly reports: number
}

export interface SyntaxReporter {
  syntaxError(index: number, message: string): void
  internalError(message: string): void
}

/**
 * The tokens of one expression with the error recovery of the parsers that ANTLR generates: one
 * unexpected token is skipped, one missing token is assumed, otherwise the rule ends and tokens are
 * skipped until one fits a rule that is still open. Only the first error is reported until a token fits again.
 */
export class TokenStream {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #unknown: LexedText['unknown']
  readonly #reporter: SyntaxReporter
  readonly #limits: RecoveryLimits
  /** What follows each open rule, innermost last. */
  readonly #open: Follow[] = []
  #at = 0
  #recovering = false
  #attempts = 0
  #reports = 0
  #lastFailure = -1
  #failedPlaces = new Set<string>()

  constructor(text: string, lexed: LexedText, reporter: SyntaxReporter, limits: RecoveryLimits) {
    this.#text = text
    this.#tokens = lexed.tokens
    this.#unknown = lexed.unknown
    this.#reporter = reporter
    this.#limits = limits
    for (const { start, end } of lexed.unknown) {
      this.#report(start, `token recognition error at: '${text.slice(start, end)}'`)
    }
  }

  /** The token `ahead` places on; the end token repeats. */
  peek(ahead: number = 0): Token {
    const token = this.#tokens[this.#at + ahead] ?? this.#tokens.at(-1)
    if (token === undefined) throw new TypeError('a token stream has an end token')
    return token
  }

  kind(ahead: number = 0): TokenKind {
    return this.peek(ahead).kind
  }

  /** Enters a rule; `follow` is what may come behind it. */
  open(follow: Follow): void {
    this.#open.push(follow)
  }

  close(): void {
    this.#open.pop()
  }

  /** Takes the next token if it is of a kind. */
  take(kind: TokenKind): Token | undefined {
    return this.kind() === kind ? this.#consume() : undefined
  }

  /** Takes the next token, which must be of a kind, or is skipped or assumed to be there; `after` is what follows it. */
  match(kind: TokenKind, place: string, after: Follow): Token | undefined {
    const token = this.peek()
    if (token.kind === kind) return this.#consume()
    this.#countAttempt()
    const expected = { place, kinds: [kind] }
    if (this.#deleteToken(expected)) return this.#consume()
    if (this.#fits(token.kind, after)) {
      this.#reportOnce(token, `missing ${formatTokens([kind])} at ${quoteText(token.text)}`)
      return undefined
    }
    throw this.#mismatch(expected)
  }

  /** At a choice: skips one token that does not fit if the next one does. */
  sync(expected: Expectation): void {
    if (this.#recovering || expected.kinds.includes(this.kind())) return
    if (!this.#deleteToken(expected)) throw this.#mismatch(expected)
  }

  /** Between repetitions that must go on: skips tokens until one fits here or in an open rule. */
  syncLoop(expected: Expectation): void {
    if (this.#recovering || expected.kinds.includes(this.kind())) return
    const token = this.peek()
    this.#reportOnce(token, `extraneous input ${quoteText(token.text)} expecting ${formatTokens(expected.kinds)}`)
    this.#skipUntil([...expected.kinds, ...this.#recoverySet()])
  }

  /** No alternative of the grammar starts with the tokens from here to `ahead`. */
  noAlternative(place: string, ahead: number): Mismatch {
    const start = this.peek()
    const offending = this.peek(ahead)
    const text = start.kind === '<EOF>' ? '<EOF>' : this.#knownText(start.start, offending.end)
    return new Mismatch(`no viable alternative at input ${quoteText(text)}`, offending, place)
  }

  /** Reports why a rule ended and skips to where parsing can go on. */
  recover({ message, offending, place }: Mismatch): void {
    this.#reportOnce(offending, message)
    this.#countAttempt()
    if (this.#lastFailure === this.#at && this.#failedPlaces.has(place)) this.#consume(true)
    if (this.#lastFailure !== this.#at) this.#failedPlaces = new Set()
    this.#lastFailure = this.#at
    this.#failedPlaces.add(place)
    this.#skipUntil(this.#recoverySet())
  }

  /** The text between two places without what was no token. */
  #knownText(from: number, to: number): string {
    let text = ''
    let at = from
    for (const { start, end } of this.#unknown) {
      if (start < at || end > to) continue
      text += this.#text.slice(at, start)
      at = end
    }
    return text + this.#text.slice(at, to)
  }

  #report(index: number, message: string): void {
    if (this.#reports++ < this.#limits.reports) {
      this.#reporter.syntaxError(index, message)
      return
    }
    this.#reporter.syntaxError(index, `More than ${this.#limits.reports} syntax errors`)
    throw new ParseAborted()
  }

  #consume(keepRecovering: boolean = false): Token {
    const token = this.peek()
    if (this.#at < this.#tokens.length - 1) this.#at++
    if (!keepRecovering) this.#recovering = false
    return token
  }

  #deleteToken(expected: Expectation): boolean {
    if (!expected.kinds.includes(this.kind(1))) return false
    const token = this.peek()
    if (token.kind === '<EOF>') return false
    this.#reportOnce(token, `extraneous input ${quoteText(token.text)} expecting ${formatTokens(expected.kinds)}`)
    this.#consume()
    return true
  }

  #mismatch({ place, kinds }: Expectation): Mismatch {
    const token = this.peek()
    return new Mismatch(`mismatched input ${quoteText(token.text)} expecting ${formatTokens(kinds)}`, token, place)
  }

  /** Whether a token may follow: at the place itself or, where that may end, behind the open rules. */
  #fits(kind: TokenKind, after: Follow): boolean {
    if (after.kinds.includes(kind)) return true
    if (!after.end) return false
    for (const follow of this.#open.toReversed()) {
      if (follow.kinds.includes(kind)) return true
      if (!follow.end) return false
    }
    return kind === '<EOF>'
  }

  #recoverySet(): readonly TokenKind[] {
    return this.#open.flatMap((follow) => follow.kinds)
  }

  #skipUntil(kinds: readonly TokenKind[]): void {
    for (let skipped = 0; this.kind() !== '<EOF>' && !kinds.includes(this.kind()); skipped++) {
      if (skipped >= this.#limits.skippedTokens) {
        this.#reporter.internalError(`error recovery token lookahead limit exceeded: ${this.#limits.skippedTokens}`)
        throw new ParseAborted()
      }
      this.#consume(true)
    }
  }

  #reportOnce(token: Token, message: string): void {
    if (this.#recovering) return
    this.#recovering = true
    this.#report(token.start, nameReservedWord(message))
  }

  #countAttempt(): void {
    if (this.#attempts++ < this.#limits.attempts) return
    this.#report(this.peek().start, `error recovery attempt limit exceeded: ${this.#limits.attempts}`)
    throw new ParseAborted()
  }
}

/** The error of `a.true`: a reserved word where an identifier is expected. */
function nameReservedWord(message: string): string {
  return message.replace(
    /no viable alternative at input '.(true|false|null)'/,
    "mismatched input '$1' expecting IDENTIFIER",
  )
}

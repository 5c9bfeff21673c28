import type { Expr } from '../ast.ts'
import type { Issues } from '../issues.ts'
import type { AstBuilder } from './builder.ts'
import { lex } from './lex.ts'
import type { ParseOptions } from './parse-options.ts'
import { Mismatch, ParseAborted, TokenStream, type Follow } from './token-stream.ts'
import type { Token } from './token.ts'

/** A rule of the grammar of CEL whose nesting is limited. */
export type Rule =
  | 'start'
  | 'expr'
  | 'relation'
  | 'calc'
  | 'unary'
  | 'member'
  | 'primary'
  | 'exprList'
  | 'listInit'
  | 'fieldInit'
  | 'field'
  | 'mapInit'
  | 'name'
  | 'optionalExpr'
  | 'literal'

/** Parses a whole expression; `follow` is what may come behind it. */
export type ParseExpr = (state: ParserState, follow: Follow) => Expr

/** Options for {@link ParserState}. */
export interface ParserStateOptions extends Omit<ParseOptions, 'macros' | 'maxSize'> {
  readonly parseExpr: ParseExpr
}

/** What the rules of the grammar share: the tokens, the tree that they build, and how deep they nest. */
export class ParserState {
  readonly issues: Issues
  readonly build: AstBuilder
  readonly tokens: TokenStream
  readonly optionalSyntax: boolean
  readonly quotedNames: boolean
  readonly unspecified = ({ partial }: Mismatch): Expr => partial ?? this.build.unspecified(undefined)
  readonly #depths = new Map<Rule, number>()
  readonly #maxDepth: number
  readonly #parseExpr: ParseExpr

  constructor(issues: Issues, build: AstBuilder, options: ParserStateOptions) {
    const { source } = issues
    this.issues = issues
    this.build = build
    this.#parseExpr = options.parseExpr
    this.#maxDepth = options.maxDepth ?? 250
    this.optionalSyntax = options.optionalSyntax ?? false
    this.quotedNames = options.quotedNames ?? true
    const syntaxError = (index: number, message: string): void =>
      issues.report(source.offsetOf(index), `Syntax error: ${message}`)
    const internalError = (message: string): void => issues.report(undefined, message)
    const { tokens, unknown } = lex(source.text)
    const limits = { attempts: 30, skippedTokens: 256, reports: 100 }
    this.tokens = new TokenStream(source.text, { tokens, unknown }, { syntaxError, internalError }, limits)
  }

  /** A whole expression within another rule. */
  expr(follow: Follow): Expr {
    return this.#parseExpr(this, follow)
  }

  /** Runs a rule; where the text does not fit, reports that and goes on behind it. */
  within<Result>(
    rule: Rule,
    follow: Follow | undefined,
    body: () => Result,
    fallback: (mismatch: Mismatch) => Result,
  ): Result {
    const depth = this.depthOf(rule)
    this.nest(rule, depth + 1)
    if (follow !== undefined) this.tokens.open(follow)
    try {
      return body()
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      this.tokens.recover(error)
      return fallback(error)
    } finally {
      if (follow !== undefined) this.tokens.close()
      this.#depths.set(rule, depth)
    }
  }

  /** Takes tokens that may not be there; then `made` is what the rule has made of the text. */
  expecting(made: Expr, take: () => void): void {
    try {
      take()
    } catch (error) {
      if (error instanceof Mismatch) error.partial = made
      throw error
    }
  }

  depthOf(rule: Rule): number {
    return this.#depths.get(rule) ?? 0
  }

  /** Sets how deep a rule nests, unless that is too deep. */
  nest(rule: Rule, depth: number): void {
    if (depth > this.#maxDepth) this.#abort(`expression recursion limit exceeded: ${this.#maxDepth}`)
    this.#depths.set(rule, depth)
  }

  /** Records nesting that counts against the depth of the tree. */
  nested(node: Expr, ...children: readonly Expr[]): Expr {
    this.build.nest(node, children, 1)
    if (this.build.depthOf(node) > this.#maxDepth) this.#abort('max recursion depth exceeded')
    return node
  }

  offset(token: Token): number {
    return this.issues.source.offsetOf(token.start)
  }

  #abort(message: string): never {
    this.issues.report(undefined, message)
    throw new ParseAborted()
  }
}

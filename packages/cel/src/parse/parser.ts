import { operators, type Ast, type Expr, type FieldExpr, type MapEntryExpr } from '../ast.ts'
import type { Issues } from '../issues.ts'
import type { Macro } from '../macros/macro.ts'
import { AstBuilder, operatorOf } from './builder.ts'
import { after, first, reservedWords } from './grammar.ts'
import { lex } from './lex.ts'
import { parseBytes, parseFloat64, parseInt64, parseString, parseUint64 } from './literals.ts'
import { bindingStrength, OperandStack, type PendingOperator } from './operand-stack.ts'
import { Mismatch, ParseAborted, TokenStream, type Follow } from './token-stream.ts'
import type { Token, TokenKind } from './token.ts'

/** Limits and syntax of {@link parse}; the defaults are those of cel-go. */
export interface ParseOptions {
  readonly macros: ReadonlyMap<string, Macro>
  /** Accepts `a.?b`, `a[?b]`, `[?a]` and `{?a: b}`. @default false */
  readonly optionalSyntax?: boolean
  /** Accepts names in backquotes in selections. @default true */
  readonly quotedNames?: boolean
  /** Nesting of one rule of the grammar. @default 250 */
  readonly maxDepth?: number
  /** Length of the expression in code points. @default 100000 */
  readonly maxSize?: number
}

/** Parses an expression; reports what is wrong with it to `issues`. */
export function parse(issues: Issues, options: ParseOptions): Ast {
  const { source } = issues
  const builder = new AstBuilder(issues, options.macros)
  const maxSize = options.maxSize ?? 100_000
  if (source.size > maxSize) {
    const message = `expression code point size exceeds limit: size: ${source.size}, limit ${maxSize}`
    return builder.finish(builder.error(undefined, message))
  }
  try {
    return builder.finish(new Parser(issues, builder, options).parse())
  } catch (error) {
    if (error instanceof ParseAborted) return builder.finish(builder.unspecified(undefined))
    throw error
  }
}

type Rule =
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

/** One method per rule of the grammar of CEL. */
class Parser {
  readonly #issues: Issues
  readonly #build: AstBuilder
  readonly #tokens: TokenStream
  readonly #depths = new Map<Rule, number>()
  readonly #maxDepth: number
  readonly #optionalSyntax: boolean
  readonly #quotedNames: boolean
  readonly #unspecified = ({ partial }: Mismatch): Expr => partial ?? this.#build.unspecified(undefined)

  constructor(issues: Issues, builder: AstBuilder, options: ParseOptions) {
    const { source } = issues
    this.#issues = issues
    this.#build = builder
    this.#maxDepth = options.maxDepth ?? 250
    this.#optionalSyntax = options.optionalSyntax ?? false
    this.#quotedNames = options.quotedNames ?? true
    const syntaxError = (index: number, message: string): void =>
      issues.report(source.offsetOf(index), `Syntax error: ${message}`)
    const internalError = (message: string): void => issues.report(undefined, message)
    const { tokens, unknown } = lex(source.text)
    const limits = { attempts: 30, skippedTokens: 256, reports: 100 }
    this.#tokens = new TokenStream(source.text, { tokens, unknown }, { syntaxError, internalError }, limits)
  }

  parse(): Expr {
    return this.#within(
      'start',
      undefined,
      () => {
        const expr = this.#expr(after.start)
        this.#tokens.match('<EOF>', 'end', after.nothing)
        return expr
      },
      this.#unspecified,
    )
  }

  /** Runs a rule; where the text does not fit, reports that and goes on behind it. */
  #within<Result>(
    rule: Rule,
    follow: Follow | undefined,
    body: () => Result,
    fallback: (mismatch: Mismatch) => Result,
  ): Result {
    const depth = this.#depthOf(rule)
    this.#setDepth(rule, depth + 1)
    if (follow !== undefined) this.#tokens.open(follow)
    try {
      return body()
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      this.#tokens.recover(error)
      return fallback(error)
    } finally {
      if (follow !== undefined) this.#tokens.close()
      this.#depths.set(rule, depth)
    }
  }

  /** Takes tokens that may not be there; then `made` is what the rule has made of the text. */
  #expecting(made: Expr, take: () => void): void {
    try {
      take()
    } catch (error) {
      if (error instanceof Mismatch) error.partial = made
      throw error
    }
  }

  #depthOf(rule: Rule): number {
    return this.#depths.get(rule) ?? 0
  }

  #setDepth(rule: Rule, depth: number): void {
    if (depth > this.#maxDepth) this.#abort(`expression recursion limit exceeded: ${this.#maxDepth}`)
    this.#depths.set(rule, depth)
  }

  /** Records nesting that counts against the depth of the tree. */
  #nested(node: Expr, ...children: readonly Expr[]): Expr {
    this.#build.nest(node, children, 1)
    if (this.#build.depthOf(node) > this.#maxDepth) this.#abort('max recursion depth exceeded')
    return node
  }

  #abort(message: string): never {
    this.#issues.report(undefined, message)
    throw new ParseAborted()
  }

  #offset(token: Token): number {
    return this.#issues.source.offsetOf(token.start)
  }

  #expr(follow: Follow): Expr {
    return this.#within(
      'expr',
      follow,
      () => {
        const condition = this.#operators(after.condition)
        const question = this.#tokens.take("'?'")
        if (question === undefined) return condition
        const id = this.#build.idAt(this.#offset(question))
        const whenTrue = this.#operators(after.then)
        this.#expecting({ kind: 'unspecified', id }, () => this.#tokens.match("':'", 'condition', after.expr))
        const whenFalse = this.#expr(after.nothing)
        const call = this.#build.call(id, operators.conditional, undefined, [condition, whenTrue, whenFalse])
        return this.#nested(call, condition, whenTrue, whenFalse)
      },
      this.#unspecified,
    )
  }

  /** Operands with binary operators between them; the follows are those of the rules that this takes in one. */
  #operators(follow: Follow): Expr {
    const rules = [follow, after.orTerm, after.andTerm, after.relation]
    for (const rule of rules) this.#tokens.open(rule)
    const depth = { calc: this.#depthOf('calc'), relation: this.#depthOf('relation') }
    const stack = new OperandStack((operator, right) => this.#joinOperands(operator, right))
    const or = new Terms()
    let and = new Terms()
    for (;;) {
      const { calc, relation } = stack.waiting
      this.#setDepth('relation', depth.relation + 1 + relation)
      this.#setDepth('calc', depth.calc + 1 + calc)
      const operand = this.#unary(after.calc)
      const token = this.#tokens.peek()
      const strength = bindingStrength(token.kind)
      const left = stack.reduce(operand, Math.max(strength, 3))
      if (strength >= 3) stack.push({ strength, text: token.text, id: this.#operatorId(token), left })
      else {
        and.exprs.push(left)
        if (strength === 2) and.ids.push(this.#operatorId(token))
        else {
          or.exprs.push(this.#joinTerms(operators.and, and))
          and = new Terms()
          if (strength === 0) break
          or.ids.push(this.#operatorId(token))
        }
      }
    }
    this.#depths.set('calc', depth.calc)
    this.#depths.set('relation', depth.relation)
    for (const _rule of rules) this.#tokens.close()
    return this.#joinTerms(operators.or, or)
  }

  #operatorId(token: Token): number {
    this.#tokens.take(token.kind)
    return this.#build.idAt(this.#offset(token))
  }

  #joinOperands({ id, text, left }: PendingOperator, right: Expr): Expr {
    const call = this.#build.call(id, operatorOf.get(text) ?? text, undefined, [left, right])
    return this.#nested(call, left, right)
  }

  #joinTerms(name: string, { exprs, ids }: Terms): Expr {
    const [only] = exprs
    return ids.length === 0 && only !== undefined ? only : this.#build.balanced(name, exprs, ids)
  }

  #unary(follow: Follow): Expr {
    const start = this.#offset(this.#tokens.peek())
    return this.#within(
      'unary',
      follow,
      () => {
        this.#tokens.sync({ place: 'unary', kinds: first.expr })
        const kind = this.#tokens.kind()
        if (kind === "'!'") return this.#prefixed("'!'", operators.not)
        if (kind === "'-'") {
          const next = this.#tokens.kind(1)
          if (next !== 'NUM_INT' && next !== 'NUM_FLOAT') {
            if (!first.primary.includes(next)) throw this.#tokens.noAlternative('unary', 1)
            return this.#prefixed("'-'", operators.negate)
          }
        } else if (!first.primary.includes(kind)) throw this.#tokens.noAlternative('unary', 0)
        return this.#member(after.nothing)
      },
      () => this.#build.unspecified(start),
    )
  }

  /** One or more signs; two of them cancel out. */
  #prefixed(kind: "'!'" | "'-'", name: string): Expr {
    const sign = this.#tokens.peek()
    let count = 0
    while (this.#tokens.kind() === kind) {
      if (kind === "'-'" && count > 0 && !first.primary.includes(this.#tokens.kind(1))) {
        throw this.#tokens.noAlternative('signs', 1)
      }
      this.#tokens.take(kind)
      count++
      const kinds: readonly TokenKind[] = kind === "'!'" ? first.expr : first.primary
      this.#tokens.syncLoop({ place: 'signs', kinds })
    }
    const id = count % 2 === 0 ? undefined : this.#build.idAt(this.#offset(sign))
    const operand = this.#member(after.nothing)
    return id === undefined ? operand : this.#build.call(id, name, undefined, [operand])
  }

  #member(follow: Follow): Expr {
    return this.#within(
      'member',
      follow,
      () => {
        let operand = this.#primary(after.member)
        for (;;) {
          const kind = this.#tokens.kind()
          if (kind !== "'.'" && kind !== "'['") return operand
          operand = kind === "'['" ? this.#index(operand) : this.#dot(operand)
        }
      },
      this.#unspecified,
    )
  }

  #index(operand: Expr): Expr {
    const bracket = this.#tokens.peek()
    this.#tokens.take("'['")
    const id = this.#build.idAt(this.#offset(bracket))
    const failed: Expr = { kind: 'unspecified', id }
    this.#expecting(failed, () => this.#tokens.sync({ place: 'index', kinds: first.optionalExpr }))
    const optional = this.#tokens.take("'?'") !== undefined
    const index = this.#expr(after.index)
    this.#expecting(failed, () => this.#tokens.match("']'", 'index end', after.member))
    if (optional && !this.#optionalSyntax) {
      return this.#build.error(this.#offset(bracket), "unsupported syntax '[?'")
    }
    const name = optional ? operators.optionalIndex : operators.index
    return this.#nested(this.#build.call(id, name, undefined, [operand, index]), operand, index)
  }

  #dot(operand: Expr): Expr {
    const next = this.#tokens.kind(1)
    if (next === 'IDENTIFIER' && this.#tokens.kind(2) === "'('") return this.#memberCall(operand)
    if (next !== "'?'" && !first.name.includes(next)) {
      const mismatch = this.#tokens.noAlternative('member', 1)
      mismatch.partial = operand
      throw mismatch
    }
    const dot = this.#tokens.peek()
    this.#tokens.take("'.'")
    const optional = this.#tokens.take("'?'") !== undefined
    const nameAt = this.#offset(this.#tokens.peek())
    const field = this.#name(after.member)
    if (field === undefined) this.#issues.report(nameAt, 'unsupported ident kind')
    if (!optional) {
      const id = this.#build.idAt(this.#offset(dot))
      return this.#nested({ kind: 'select', id, operand, field: field ?? '', testOnly: false }, operand)
    }
    if (!this.#optionalSyntax) return this.#build.error(this.#offset(dot), "unsupported syntax '.?'")
    const name = this.#build.constant(nameAt, field ?? '')
    const id = this.#build.idAt(this.#offset(dot))
    return this.#nested(
      { kind: 'call', id, name: operators.optionalSelect, target: undefined, args: [operand, name] },
      operand,
    )
  }

  #memberCall(operand: Expr): Expr {
    this.#tokens.take("'.'")
    const name = this.#tokens.peek().text
    this.#tokens.take('IDENTIFIER')
    const { id, args } = this.#callArgs('member call')
    const call = this.#nested(this.#build.call(id, name, operand, args), operand, ...args)
    this.#expecting(call, () => this.#tokens.match("')'", 'member call end', after.member))
    return call
  }

  /** The arguments of a call, without the parenthesis behind them. */
  #callArgs(place: string): { id: number; args: readonly Expr[] } {
    const paren = this.#tokens.peek()
    this.#tokens.take("'('")
    const id = this.#build.idAt(this.#offset(paren))
    const failed: Expr = { kind: 'unspecified', id }
    this.#expecting(failed, () => this.#tokens.sync({ place, kinds: [...first.expr, "')'"] }))
    return { id, args: first.expr.includes(this.#tokens.kind()) ? this.#exprList(after.args) : [] }
  }

  #exprList(follow: Follow): readonly Expr[] {
    const exprs: Expr[] = []
    const body = (): readonly Expr[] => {
      do exprs.push(this.#expr(after.listed))
      while (this.#tokens.take("','") !== undefined)
      return exprs
    }
    return this.#within('exprList', follow, body, () => exprs)
  }

  /** A name, in backquotes or not; undefined after an error. */
  #name(follow: Follow, errorsAt?: number): string | undefined {
    return this.#within(
      'name',
      follow,
      () => {
        this.#tokens.sync({ place: 'name', kinds: first.name })
        const token = this.#tokens.take('IDENTIFIER') ?? this.#tokens.take('ESC_IDENTIFIER')
        if (token === undefined) throw this.#tokens.noAlternative('name', 0)
        if (token.kind === 'IDENTIFIER') return token.text
        if (this.#quotedNames) return token.text.slice(1, -1)
        this.#issues.report(errorsAt ?? this.#offset(token), "unsupported syntax: '`'")
        return ''
      },
      () => undefined,
    )
  }

  #primary(follow: Follow): Expr {
    return this.#within(
      'primary',
      follow,
      () => {
        this.#tokens.sync({ place: 'primary', kinds: first.primary })
        const kind = this.#tokens.kind()
        if (kind === 'IDENTIFIER') return this.#named(0)
        if (kind === "'.'") {
          if (this.#tokens.kind(1) !== 'IDENTIFIER') throw this.#tokens.noAlternative('primary', 1)
          return this.#named(1)
        }
        if (kind === "'('") return this.#parenthesized()
        if (kind === "'['") return this.#list()
        if (kind === "'{'") return this.#map()
        if (!first.primary.includes(kind)) throw this.#tokens.noAlternative('primary', 0)
        return this.#literal(after.nothing)
      },
      this.#unspecified,
    )
  }

  #parenthesized(): Expr {
    this.#tokens.take("'('")
    const expr = this.#expr(after.args)
    this.#expecting(expr, () => this.#tokens.match("')'", 'parenthesis', after.nothing))
    return expr
  }

  /** A name, a call of a function or the making of a message; `ahead` is 1 behind a leading dot. */
  #named(ahead: number): Expr {
    let behind = ahead + 1
    while (this.#tokens.kind(behind) === "'.'" && this.#tokens.kind(behind + 1) === 'IDENTIFIER') behind += 2
    if (this.#tokens.kind(behind) === "'{'") return this.#struct(behind)
    const start = this.#tokens.peek()
    this.#tokens.take("'.'")
    const token = this.#tokens.peek()
    this.#tokens.take('IDENTIFIER')
    const name = (ahead === 1 ? '.' : '') + token.text
    const call = this.#tokens.kind() === "'('" ? this.#callArgs('call') : undefined
    const expr = reservedWords.has(token.text)
      ? this.#build.error(this.#offset(start), `reserved identifier: ${token.text}`)
      : this.#callOrIdent(name, this.#offset(token), call)
    if (call !== undefined) this.#expecting(expr, () => this.#tokens.match("')'", 'call end', after.nothing))
    return expr
  }

  #callOrIdent(name: string, offset: number, call: { id: number; args: readonly Expr[] } | undefined): Expr {
    if (call !== undefined) return this.#build.call(call.id, name, undefined, call.args)
    return { kind: 'ident', id: this.#build.idAt(offset), name }
  }

  #list(): Expr {
    const bracket = this.#tokens.peek()
    this.#tokens.take("'['")
    const id = this.#build.idAt(this.#offset(bracket))
    const failed: Expr = { kind: 'unspecified', id }
    const opening = { place: 'list', kinds: [...first.optionalExpr, "']'" as const, "','" as const] }
    this.#expecting(failed, () => this.#tokens.sync(opening))
    const starts = first.optionalExpr.includes(this.#tokens.kind())
    const items = starts ? this.#listInit(after.elements) : []
    this.#expecting(failed, () => this.#closeBracket("']'", 'list'))
    const elements = items.map((item) => item.expr)
    const optionals = items.flatMap((item, index) => (item.optional ? [index] : []))
    return this.#build.nest({ kind: 'list', id, elements, optionals }, elements, 0)
  }

  #listInit(follow: Follow): readonly OptionalExpr[] {
    const items: OptionalExpr[] = []
    const body = (): readonly OptionalExpr[] => {
      do items.push(this.#optionalExpr(after.listed))
      while (this.#takeComma(first.optionalExpr))
      return items
    }
    return this.#within('listInit', follow, body, () => items)
  }

  /** Takes a comma that something follows; a trailing comma is left. */
  #takeComma(next: readonly TokenKind[]): boolean {
    if (this.#tokens.kind() !== "','" || !next.includes(this.#tokens.kind(1))) return false
    this.#tokens.take("','")
    return true
  }

  #optionalExpr(follow: Follow): OptionalExpr {
    const body = (): OptionalExpr => {
      this.#tokens.sync({ place: 'optional expression', kinds: first.optionalExpr })
      const mark = this.#tokens.take("'?'")
      if (mark !== undefined && !this.#optionalSyntax) this.#issues.report(this.#offset(mark), "unsupported syntax '?'")
      return { optional: mark !== undefined && this.#optionalSyntax, expr: this.#expr(after.nothing) }
    }
    return this.#within('optionalExpr', follow, body, () => ({
      optional: false,
      expr: this.#build.unspecified(undefined),
    }))
  }

  #map(): Expr {
    const brace = this.#tokens.peek()
    this.#tokens.take("'{'")
    const id = this.#build.idAt(this.#offset(brace))
    const failed: Expr = { kind: 'unspecified', id }
    const opening = { place: 'map', kinds: [...first.optionalExpr, "'}'" as const, "','" as const] }
    this.#expecting(failed, () => this.#tokens.sync(opening))
    const entries = first.optionalExpr.includes(this.#tokens.kind()) ? this.#mapInit(after.entries) : []
    this.#expecting(failed, () => this.#closeBracket("'}'", 'map'))
    const children = entries.flatMap((entry) => [entry.key, entry.value])
    return this.#build.nest({ kind: 'map', id, entries }, children, 0)
  }

  /** Takes a bracket with the comma that may be before it. */
  #closeBracket(kind: "']'" | "'}'", place: string): void {
    this.#tokens.sync({ place: `${place} comma`, kinds: [kind, "','"] })
    this.#tokens.take("','")
    this.#tokens.match(kind, `${place} end`, after.nothing)
  }

  #mapInit(follow: Follow): readonly MapEntryExpr[] {
    const entries: MapEntryExpr[] = []
    const body = (): readonly MapEntryExpr[] => {
      do {
        const { optional, expr: key } = this.#optionalExpr(after.key)
        const id = this.#build.idAt(this.#offset(this.#tokens.peek()))
        this.#tokens.match("':'", 'map entry', after.expr)
        entries.push({ id, key, value: this.#expr(after.listed), optional })
      } while (this.#takeComma(first.optionalExpr))
      return entries
    }
    return this.#within('mapInit', follow, body, () => entries)
  }

  /** A message; `brace` is how far ahead its brace is. */
  #struct(brace: number): Expr {
    let typeName = ''
    for (let count = 0; count < brace; count++) {
      typeName += this.#tokens.peek().text
      this.#tokens.take(this.#tokens.kind())
    }
    const id = this.#build.idAt(this.#offset(this.#tokens.peek()))
    this.#tokens.take("'{'")
    const failed: Expr = { kind: 'unspecified', id }
    const opening = { place: 'message', kinds: [...first.field, "'}'" as const, "','" as const] }
    this.#expecting(failed, () => this.#tokens.sync(opening))
    const starts = first.field.includes(this.#tokens.kind())
    const fields = starts ? this.#fieldInit(after.entries) : []
    this.#expecting(failed, () => this.#closeBracket("'}'", 'message'))
    const children = fields.map((field) => field.value)
    return this.#build.nest({ kind: 'struct', id, typeName, fields }, children, 0)
  }

  #fieldInit(follow: Follow): readonly FieldExpr[] {
    const fields: FieldExpr[] = []
    const start = this.#offset(this.#tokens.peek())
    const body = (): readonly FieldExpr[] => {
      do {
        const { optional, name } = this.#field(after.key, start)
        const id = this.#build.idAt(this.#offset(this.#tokens.peek()))
        this.#tokens.match("':'", 'message field', after.expr)
        const value = this.#expr(after.listed)
        if (name === undefined) this.#issues.report(start, 'unsupported ident kind')
        else fields.push({ id, name, value, optional })
      } while (this.#takeComma(first.field))
      return fields
    }
    return this.#within('fieldInit', follow, body, () => fields)
  }

  #field(follow: Follow, listStart: number): { optional: boolean; name: string | undefined } {
    const body = (): { optional: boolean; name: string | undefined } => {
      this.#tokens.sync({ place: 'field', kinds: first.field })
      const mark = this.#tokens.take("'?'")
      if (mark !== undefined && !this.#optionalSyntax) this.#issues.report(this.#offset(mark), "unsupported syntax '?'")
      return { optional: mark !== undefined && this.#optionalSyntax, name: this.#name(after.nothing, listStart) }
    }
    return this.#within('field', follow, body, () => ({ optional: false, name: undefined }))
  }

  #literal(follow: Follow): Expr {
    return this.#within(
      'literal',
      follow,
      () => {
        const start = this.#offset(this.#tokens.peek())
        const negative = this.#tokens.kind() === "'-'"
        const next = this.#tokens.kind(negative ? 1 : 0)
        if (negative && next !== 'NUM_INT' && next !== 'NUM_FLOAT') throw this.#tokens.noAlternative('literal', 1)
        if (negative) this.#tokens.take("'-'")
        const token = this.#tokens.peek()
        this.#tokens.take(token.kind)
        const text = (negative ? '-' : '') + token.text
        const value = literalOf(token.kind, text)
        if (value !== null && typeof value === 'object' && 'error' in value)
          return this.#build.error(start, value.error)
        return this.#build.constant(start, value)
      },
      this.#unspecified,
    )
  }
}

/** Terms of `&&` or `||` with the ids of the operators between them. */
class Terms {
  readonly exprs: Expr[] = []
  readonly ids: number[] = []
}

interface OptionalExpr {
  readonly optional: boolean
  readonly expr: Expr
}

function literalOf(
  kind: TokenKind,
  text: string,
): Extract<Expr, { kind: 'constant' }>['value'] | { readonly error: string } {
  switch (kind) {
    case 'NUM_INT':
      return parseInt64(text) ?? { error: 'invalid int literal' }
    case 'NUM_UINT':
      return parseUint64(text) ?? { error: 'invalid uint literal' }
    case 'NUM_FLOAT':
      return parseFloat64(text) ?? { error: 'invalid double literal' }
    case 'STRING':
      return parseString(text)
    case 'BYTES':
      return parseBytes(text)
    case "'true'":
      return true
    case "'false'":
      return false
    default:
      return null
  }
}

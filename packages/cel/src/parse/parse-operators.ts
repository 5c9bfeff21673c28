import { operators, type Expr } from '../ast.ts'
import { operatorOf } from './builder.ts'
import { after, first } from './grammar.ts'
import { bindingStrength, OperandStack, type PendingOperator } from './operand-stack.ts'
import { parseMember } from './parse-members.ts'
import type { ParserState } from './parser-state.ts'
import type { Follow } from './token-stream.ts'
import type { Token, TokenKind } from './token.ts'

/** Parses an expression: a condition with its alternatives, or what stands between operators. */
export function parseExpr(state: ParserState, follow: Follow): Expr {
  return state.within(
    'expr',
    follow,
    () => {
      const condition = parseOperators(state, after.condition)
      const question = state.tokens.take("'?'")
      if (question === undefined) return condition
      const id = state.build.idAt(state.offset(question))
      const whenTrue = parseOperators(state, after.then)
      state.expecting({ kind: 'unspecified', id }, () => state.tokens.match("':'", 'condition', after.expr))
      const whenFalse = state.expr(after.nothing)
      const call = state.build.call(id, operators.conditional, undefined, [condition, whenTrue, whenFalse])
      return state.nested(call, condition, whenTrue, whenFalse)
    },
    state.unspecified,
  )
}

/** Operands with binary operators between them; the follows are those of the rules that this takes in one. */
function parseOperators(state: ParserState, follow: Follow): Expr {
  const rules = [follow, after.orTerm, after.andTerm, after.relation]
  for (const rule of rules) state.tokens.open(rule)
  const depth = { calc: state.depthOf('calc'), relation: state.depthOf('relation') }
  const stack = new OperandStack((operator, right) => joinOperands(state, operator, right))
  const or = new Terms()
  let and = new Terms()
  for (;;) {
    const { calc, relation } = stack.waiting
    state.nest('relation', depth.relation + 1 + relation)
    state.nest('calc', depth.calc + 1 + calc)
    const operand = parseUnary(state, after.calc)
    const token = state.tokens.peek()
    const strength = bindingStrength(token.kind)
    const left = stack.reduce(operand, Math.max(strength, 3))
    if (strength >= 3) stack.push({ strength, text: token.text, id: operatorId(state, token), left })
    else {
      and.exprs.push(left)
      if (strength === 2) and.ids.push(operatorId(state, token))
      else {
        or.exprs.push(joinTerms(state, operators.and, and))
        and = new Terms()
        if (strength === 0) break
        or.ids.push(operatorId(state, token))
      }
    }
  }
  state.nest('calc', depth.calc)
  state.nest('relation', depth.relation)
  for (const _rule of rules) state.tokens.close()
  return joinTerms(state, operators.or, or)
}

/** Terms of `&&` or `||` with the ids of the operators between them. */
class Terms {
  readonly exprs: Expr[] = []
  readonly ids: number[] = []
}

function operatorId(state: ParserState, token: Token): number {
  state.tokens.take(token.kind)
  return state.build.idAt(state.offset(token))
}

function joinOperands(state: ParserState, { id, text, left }: PendingOperator, right: Expr): Expr {
  const call = state.build.call(id, operatorOf.get(text) ?? text, undefined, [left, right])
  return state.nested(call, left, right)
}

function joinTerms(state: ParserState, name: string, { exprs, ids }: Terms): Expr {
  const [only] = exprs
  return ids.length === 0 && only !== undefined ? only : state.build.balanced(name, exprs, ids)
}

function parseUnary(state: ParserState, follow: Follow): Expr {
  const start = state.offset(state.tokens.peek())
  return state.within(
    'unary',
    follow,
    () => {
      state.tokens.sync({ place: 'unary', kinds: first.expr })
      const kind = state.tokens.kind()
      if (kind === "'!'") return parsePrefixed(state, "'!'", operators.not)
      if (kind === "'-'") {
        const next = state.tokens.kind(1)
        if (next !== 'NUM_INT' && next !== 'NUM_FLOAT') {
          if (!first.primary.includes(next)) throw state.tokens.noAlternative('unary', 1)
          return parsePrefixed(state, "'-'", operators.negate)
        }
      } else if (!first.primary.includes(kind)) throw state.tokens.noAlternative('unary', 0)
      return parseMember(state, after.nothing)
    },
    () => state.build.unspecified(start),
  )
}

/** One or more signs; two of them cancel out. */
function parsePrefixed(state: ParserState, kind: "'!'" | "'-'", name: string): Expr {
  const sign = state.tokens.peek()
  let count = 0
  while (state.tokens.kind() === kind) {
    if (kind === "'-'" && count > 0 && !first.primary.includes(state.tokens.kind(1))) {
      throw state.tokens.noAlternative('signs', 1)
    }
    state.tokens.take(kind)
    count++
    const kinds: readonly TokenKind[] = kind === "'!'" ? first.expr : first.primary
    state.tokens.syncLoop({ place: 'signs', kinds })
  }
  const id = count % 2 === 0 ? undefined : state.build.idAt(state.offset(sign))
  const operand = parseMember(state, after.nothing)
  return id === undefined ? operand : state.build.call(id, name, undefined, [operand])
}

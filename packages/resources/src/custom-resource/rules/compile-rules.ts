import {
  boolType,
  CelCompileError,
  CelError,
  childrenOf,
  estimateCost,
  kubernetesEstimates,
  optionalType,
  stringType,
  type CheckedAst,
  type Environment,
  type Expr,
  type Program,
} from '@pinnace/cel'
import type { ValidationRule } from '@pinnace/types/apiextensions-v1'
import type { DeclaredType, DeclaredTypes, RuleType } from './declared-type.ts'
import type { RuleEnvironments } from './rule-environment.ts'
import { sizeAt } from './value-sizes.ts'

/** A rule whose expressions have been compiled, or why they could not be. */
export interface CompiledRule {
  readonly rule: ValidationRule
  /** Decides whether a value is right. */
  readonly condition?: Program
  /** Says what is wrong with one that is not. */
  readonly message?: Program
  /** Whether the message has no value whenever it is asked for. */
  readonly messageFails?: boolean
  /** Whether the rule compares with the value before the change. */
  readonly usesOldSelf: boolean
  readonly ruleProblem?: string
  readonly messageProblem?: string
}

/** Compiles the rules that stand at one schema, whose values `types` declares. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go, Compile
export function compileRules(
  rules: readonly ValidationRule[],
  types: DeclaredTypes,
  environments: RuleEnvironments,
): readonly CompiledRule[] {
  const { structs, declared } = types
  const self = declared.type
  const known = new Map<Environment, Map<boolean, Environment>>()
  // Rules differ in two things only: what they may use, and whether the old value is optional.
  const environmentFor = (base: Environment, isOptional: boolean): Environment => {
    const variants = known.get(base) ?? new Map<boolean, Environment>()
    known.set(base, variants)
    const oldSelf = isOptional ? optionalType(self) : self
    const made = variants.get(isOptional) ?? base.extend({ structs, variables: { self, oldSelf } })
    variants.set(isOptional, made)
    return made
  }
  return rules.map((rule) => {
    const isOptional = rule.optionalOldSelf === true
    return compileRule(rule, {
      condition: environmentFor(environments.forRule(rule.rule), isOptional),
      message: environmentFor(environments.forMessage(rule.messageExpression ?? ''), isOptional),
    })
  })
}

/** The most that an evaluation of a program over values of a type can cost. */
export function maxCostOf({ ast }: Program, declared: DeclaredType): number {
  if (!isChecked(ast)) return Infinity
  const sizeOf = (path: readonly string[]): ReturnType<typeof sizeAt> => sizeAt(declared, path)
  return estimateCost(ast, { sizeOf, calls: kubernetesEstimates, presenceTestsCost: false }).max
}

const conditionTexts = {
  refused: 'compilation failed: ',
  notCreated: 'program instantiation failed: ',
  otherType: 'cel expression must evaluate to a bool',
}
const messageTexts = {
  refused: 'messageExpression compilation failed: ',
  notCreated: 'messageExpression instantiation failed: ',
  otherType: 'messageExpression must evaluate to a string',
}

function compileRule(
  rule: ValidationRule,
  environments: { readonly condition: Environment; readonly message: Environment },
): CompiledRule {
  const condition = compileTo(boolType, rule.rule, environments.condition, conditionTexts)
  if (typeof condition === 'string') return { rule, usesOldSelf: false, ruleProblem: condition }
  const compiled = { rule, condition, usesOldSelf: readsOldSelf(condition) }
  if ((rule.messageExpression ?? '') === '') return compiled
  const message = compileTo(stringType, rule.messageExpression ?? '', environments.message, messageTexts)
  if (typeof message === 'string') return { ...compiled, messageProblem: message }
  return { ...compiled, message, messageFails: rule.optionalOldSelf === true && unwrapsOldSelf(message.ast.expr) }
}

/** Whether a message takes the old value for an optional, which it is for the rule only. */
// upstream: evalMessageExpression is handed the values of rules whose old value is not optional
function unwrapsOldSelf(expr: Expr): boolean {
  const isUnwrapped =
    expr.kind === 'call' &&
    (expr.name === 'hasValue' || expr.name === 'value') &&
    expr.target?.kind === 'ident' &&
    expr.target.name === 'oldSelf'
  return isUnwrapped || childrenOf(expr).some(unwrapsOldSelf)
}

/** The program of an expression, or what is wrong with it. */
function compileTo(
  type: RuleType,
  expression: string,
  environment: Environment,
  texts: typeof conditionTexts,
): Program | string {
  try {
    const program = environment.compile(expression)
    return program.type.kind === type.kind ? program : texts.otherType
  } catch (error) {
    if (error instanceof CelCompileError) return texts.refused + error.message
    // A constant of the expression has no value. Its type may be wrong as well, which is reported first.
    if (!(error instanceof CelError)) throw error
    return environment.check(expression).type.kind === type.kind ? texts.notCreated + error.message : texts.otherType
  }
}

function readsOldSelf({ ast }: Program): boolean {
  return isChecked(ast) && [...ast.references.values()].some(({ name }) => name === 'oldSelf')
}

function isChecked(ast: Program['ast']): ast is CheckedAst {
  return 'references' in ast
}

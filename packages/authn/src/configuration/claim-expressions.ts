import {
  anyType,
  boolType,
  childrenOf,
  compileExpression,
  createKubernetesEnvironment,
  declareStruct,
  listType,
  mapType,
  operators,
  stringType,
  structType,
  type CelValue,
  type Environment,
  type Expr,
  type Program,
} from '@pinnace/cel'
import type { FieldErrors, UserInfo, Vocabulary } from '@pinnace/meta'
import type { VerifiedClaims } from '../tokens/jwt.ts'

/** What one expression may cost. */
// upstream: apiserver/pkg/apis/cel/config.go, PerCallLimit
const costLimit = 1_000_000

/** Compiles expressions over `claims` and over `user`. */
export interface ClaimExpressions {
  /** An expression over the claims of a token, whose value may have any type. Undefined where it has errors. */
  claims(expression: string, field: string, errors: FieldErrors): Program | undefined
  /** An expression over the claims that is true or false. */
  claimRule(expression: string, field: string, errors: FieldErrors): Program | undefined
  /** An expression over a user that is true or false. */
  userRule(expression: string, field: string, errors: FieldErrors): Program | undefined
}

/** Creates the compilers of one vocabulary. */
// upstream: apiserver/pkg/authentication/cel/compile.go
export function createClaimExpressions({ product }: Vocabulary): ClaimExpressions {
  const overClaims = createKubernetesEnvironment({ variables: { claims: mapType(stringType, anyType) } })
  const overUser = createKubernetesEnvironment({
    variables: { user: structType(`${product}.UserInfo`) },
    structs: [
      declareStruct(`${product}.UserInfo`, {
        username: stringType,
        uid: stringType,
        groups: listType(stringType),
        extra: mapType(stringType, listType(stringType)),
      }),
    ],
  })
  return {
    claims: (expression, field, errors) => compile(overClaims, expression, { field, errors }),
    claimRule: (expression, field, errors) => compileRule(overClaims, expression, { field, errors }),
    userRule: (expression, field, errors) => compileRule(overUser, expression, { field, errors }),
  }
}

interface Place {
  readonly field: string
  readonly errors: FieldErrors
}

function compile(environment: Environment, expression: string, { field, errors }: Place): Program | undefined {
  const { program, problem } = compileExpression(environment, expression)
  if (problem?.isInternal === true) errors.internal(field, problem.message)
  else if (problem !== undefined) errors.invalid(field, expression, problem.message)
  return program
}

function compileRule(environment: Environment, expression: string, place: Place): Program | undefined {
  const program = compile(environment, expression, place)
  if (program === undefined || program.type === boolType) return program
  place.errors.invalid(place.field, expression, 'must evaluate to bool')
  return undefined
}

/** The value of an expression over claims, which ends when `interrupted` is true. Throws an Error where it has none. */
export function evaluateClaims(program: Program, claims: VerifiedClaims, interrupted: () => boolean): CelValue {
  return evaluate(program, { claims }, interrupted)
}

/** The value of an expression over a user, which ends when `interrupted` is true. Throws an Error where it has none. */
export function evaluateUser(program: Program, user: UserInfo, interrupted: () => boolean): CelValue {
  const { username, uid = '', groups, extra } = user
  return evaluate(program, { user: { username, uid, groups, extra } }, interrupted)
}

function evaluate(
  program: Program,
  variables: Readonly<Record<string, unknown>>,
  interrupted: () => boolean,
): CelValue {
  const { value, error } = program.evaluate(variables, { costLimit, interrupted })
  if (error === undefined) return value
  throw new Error(`expression '${program.expression}' resulted in error: ${error.message}`, { cause: error })
}

/** Whether an expression selects a claim by its name: `claims.email` or `claims.?email`. */
// upstream: apiserver/pkg/apis/apiserver/validation, hasSelectExp
export function selectsClaim({ ast }: Program, claim: string): boolean {
  const pending: Expr[] = [ast.expr]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'select' && node.field === claim && isClaims(node.operand)) return true
    if (node.kind === 'call' && node.target === undefined && node.name === operators.optionalSelect) {
      const [operand, field] = node.args
      if (operand !== undefined && isClaims(operand) && field?.kind === 'constant' && field.value === claim) return true
    }
    pending.push(...childrenOf(node))
  }
  return false
}

function isClaims(expr: Expr): boolean {
  return expr.kind === 'ident' && expr.name === 'claims'
}

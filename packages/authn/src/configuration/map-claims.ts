import { CelList, elementsOf, type CelValue, type Program } from '@pinnace/cel'
import type { UserInfo, Vocabulary } from '@pinnace/meta'
import { assertRequiredClaims, credentialExtra, readGroupsClaim, readUsernameClaim } from '../oidc/oidc-claims.ts'
import type { VerifiedClaims } from '../tokens/jwt.ts'
import { evaluateClaims, evaluateUser } from './claim-expressions.ts'
import type { CompiledJwt, CompiledRule } from './compile-authentication-configuration.ts'

/** What the mapping of claims depends on. */
export interface MapClaimsContext {
  readonly vocabulary: Vocabulary
  /** Asked as expressions iterate; true ends them. */
  readonly interrupted: () => boolean
}

/** Claims, and what evaluates expressions over them. */
interface ClaimSource {
  readonly claims: VerifiedClaims
  readonly evaluate: (program: Program) => CelValue
}

/** The user of a token. Throws an Error for claims that no user can be made of, and for rules that are not satisfied. */
// upstream: plugin/pkg/authenticator/token/oidc, AuthenticateToken
export function mapClaims(
  claims: VerifiedClaims,
  jwt: CompiledJwt,
  { vocabulary, interrupted }: MapClaimsContext,
): UserInfo {
  const { requiredClaims, claimRules, userRules } = jwt
  const source: ClaimSource = { claims, evaluate: (program) => evaluateClaims(program, claims, interrupted) }
  const username = mapUsername(source, jwt)
  const groups = mapGroups(source, jwt)
  const uid = mapUid(source, jwt)
  const extra = { ...mapExtra(source, jwt), ...credentialExtra(claims, vocabulary) }
  assertRequiredClaims(claims, requiredClaims)
  const user: UserInfo = Object.freeze({
    username,
    ...(uid === '' ? {} : { uid }),
    groups: Object.freeze(groups),
    extra: Object.freeze(extra),
  })
  within('claim validation expression', () => assertRules(claimRules, source.evaluate))
  within('user info validation rule', () =>
    assertRules(userRules, (program) => evaluateUser(program, user, interrupted)),
  )
  return user
}

function mapUsername({ claims, evaluate }: ClaimSource, { mappings: { username } }: CompiledJwt): string {
  if (username?.program === undefined)
    return `${username?.prefix ?? ''}${readUsernameClaim(claims, username?.claim ?? '')}`
  const { program } = username
  const name = within('username claim expression', () => textOf(evaluate(program), 'username'))
  if (name === '') throw new Error('oidc: error evaluating username claim expression: the user name is empty')
  return name
}

function mapGroups({ claims, evaluate }: ClaimSource, { mappings: { groups } }: CompiledJwt): readonly string[] {
  if (groups === undefined) return []
  const { claim, program } = groups
  if (program !== undefined) return within('group claim expression', () => textsOf(evaluate(program)))
  return readGroupsClaim(claims, claim).map((group) => groups.prefix + group)
}

function mapUid({ claims, evaluate }: ClaimSource, { mappings: { uid } }: CompiledJwt): string {
  if (uid === undefined) return ''
  const { claim, program } = uid
  if (program !== undefined) return within('uid claim expression', () => textOf(evaluate(program), 'uid'))
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (value === undefined) throw new Error(`oidc: parse uid claim ${JSON.stringify(claim)}: claim not present`)
  if (typeof value !== 'string') throw new Error(`oidc: parse uid claim ${JSON.stringify(claim)}: not a string`)
  return value
}

function mapExtra(
  { evaluate }: ClaimSource,
  { mappings: { extra } }: CompiledJwt,
): Readonly<Record<string, readonly string[]>> {
  const mapped: [string, readonly string[]][] = []
  for (const { key, program } of extra) {
    const values = within(`extra claim expression: ${program.expression}`, () => textsOf(evaluate(program)))
    if (values.length > 0) mapped.push([key, Object.freeze(values)])
  }
  return Object.fromEntries(mapped)
}

function assertRules(rules: readonly CompiledRule[], evaluate: (program: Program) => CelValue): void {
  for (const { program, message } of rules) {
    if (evaluate(program) !== true) {
      throw new Error(`validation expression '${program.expression}' failed: ${message}`)
    }
  }
}

/** Says in an error what was evaluated. */
function within<Result>(what: string, evaluate: () => Result): Result {
  try {
    return evaluate()
  } catch (cause) {
    throw new Error(`oidc: error evaluating ${what}: ${(cause as Error).message}`, { cause })
  }
}

function textOf(value: CelValue, attribute: string): string {
  if (typeof value === 'string') return value
  throw new Error(`${attribute} claim expression must return a string`)
}

/** A text or texts; null is none, and empty ones are left out. */
function textsOf(value: CelValue): readonly string[] {
  if (value === null) return []
  const items = value instanceof CelList ? elementsOf(value) : [value]
  const texts = items.filter((item) => typeof item === 'string')
  if (texts.length < items.length) throw new Error('expression must return a string or a list of strings')
  return texts.filter((text) => text !== '')
}

import { CelList, elementsOf, type CelValue, type Program } from '@pinnace/cel'
import type { UserInfo, Vocabulary } from '@pinnace/meta'
import { assertRequiredClaims, credentialExtra, readGroupsClaim, readUsernameClaim } from '../oidc/oidc-claims.ts'
import type { VerifiedClaims } from '../tokens/jwt.ts'
import { evaluateClaims, evaluateUser } from './claim-expressions.ts'
import type { CompiledJwt, CompiledRule } from './compile-authentication-configuration.ts'

/** The user of a token. Throws an Error for claims that no user can be made of, and for rules that are not satisfied. */
// upstream: plugin/pkg/authenticator/token/oidc, AuthenticateToken
export function mapClaims(claims: VerifiedClaims, jwt: CompiledJwt, vocabulary: Vocabulary): UserInfo {
  const { requiredClaims, claimRules, userRules } = jwt
  const username = mapUsername(claims, jwt)
  const groups = mapGroups(claims, jwt)
  const uid = mapUid(claims, jwt)
  const extra = { ...mapExtra(claims, jwt), ...credentialExtra(claims, vocabulary) }
  assertRequiredClaims(claims, requiredClaims)
  const user: UserInfo = Object.freeze({
    username,
    ...(uid === '' ? {} : { uid }),
    groups: Object.freeze(groups),
    extra: Object.freeze(extra),
  })
  within('claim validation expression', () => assertRules(claimRules, (program) => evaluateClaims(program, claims)))
  within('user info validation rule', () => assertRules(userRules, (program) => evaluateUser(program, user)))
  return user
}

function mapUsername(claims: VerifiedClaims, { mappings: { username } }: CompiledJwt): string {
  if (username?.program === undefined)
    return `${username?.prefix ?? ''}${readUsernameClaim(claims, username?.claim ?? '')}`
  const { program } = username
  const name = within('username claim expression', () => textOf(evaluateClaims(program, claims), 'username'))
  if (name === '') throw new Error('oidc: error evaluating username claim expression: the user name is empty')
  return name
}

function mapGroups(claims: VerifiedClaims, { mappings: { groups } }: CompiledJwt): readonly string[] {
  if (groups === undefined) return []
  const { claim, program } = groups
  if (program !== undefined) return within('group claim expression', () => textsOf(evaluateClaims(program, claims)))
  return readGroupsClaim(claims, claim).map((group) => groups.prefix + group)
}

function mapUid(claims: VerifiedClaims, { mappings: { uid } }: CompiledJwt): string {
  if (uid === undefined) return ''
  const { claim, program } = uid
  if (program !== undefined) return within('uid claim expression', () => textOf(evaluateClaims(program, claims), 'uid'))
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (value === undefined) throw new Error(`oidc: parse uid claim ${JSON.stringify(claim)}: claim not present`)
  if (typeof value !== 'string') throw new Error(`oidc: parse uid claim ${JSON.stringify(claim)}: not a string`)
  return value
}

function mapExtra(
  claims: VerifiedClaims,
  { mappings: { extra } }: CompiledJwt,
): Readonly<Record<string, readonly string[]>> {
  const mapped: [string, readonly string[]][] = []
  for (const { key, program } of extra) {
    const values = within(`extra claim expression: ${program.expression}`, () =>
      textsOf(evaluateClaims(program, claims)),
    )
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

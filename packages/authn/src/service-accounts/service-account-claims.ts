import type { Vocabulary } from '@pinnace/meta'
import type { VerifiedClaims } from '../tokens/jwt.ts'

/** A reference to an object by name and uid. */
export interface BoundReference {
  readonly name: string
  readonly uid: string
}

/** The claims of a service account token, bound or legacy. */
export interface ServiceAccountClaims {
  /** A legacy token is stored in a secret, does not expire and has no audiences. */
  readonly kind: 'bound' | 'legacy'
  readonly issuer: string
  readonly subject: string
  readonly audiences: readonly string[]
  readonly id: string
  readonly namespace: string
  readonly account: BoundReference
  readonly pod?: BoundReference
  readonly secret?: BoundReference
  readonly node?: BoundReference
  readonly expiresAtMs?: number
  readonly notBeforeMs?: number
  readonly issuedAtMs?: number
  readonly warnAfterMs?: number
}

/** The issuer of legacy tokens. */
// upstream: pkg/serviceaccount/legacy.go, LegacyIssuer
export function legacyIssuer({ product }: Vocabulary): string {
  return `${product}/serviceaccount`
}

/** Names of the private claims of legacy tokens. */
export function legacyClaimNames({ jwtPrivateClaim }: Vocabulary): {
  readonly accountName: string
  readonly accountUid: string
  readonly secretName: string
  readonly namespace: string
} {
  const prefix = `${jwtPrivateClaim}/serviceaccount`
  return {
    accountName: `${prefix}/service-account.name`,
    accountUid: `${prefix}/service-account.uid`,
    secretName: `${prefix}/secret.name`,
    namespace: `${prefix}/namespace`,
  }
}

/** Reads verified claims. Throws an Error for a claim of the wrong type, and for a missing claim of a legacy token. */
export function readServiceAccountClaims(claims: VerifiedClaims, vocabulary: Vocabulary): ServiceAccountClaims {
  const common = {
    issuer: text(claims, 'iss'),
    subject: text(claims, 'sub'),
    audiences: audiences(claims['aud']),
    id: text(claims, 'jti'),
    ...times(claims),
  }
  if (common.issuer === legacyIssuer(vocabulary)) return { ...common, ...readLegacy(claims, vocabulary) }
  const own = member(claims, vocabulary.jwtPrivateClaim) ?? {}
  const account = reference(own, 'serviceaccount') ?? { name: '', uid: '' }
  const warnAfterMs = time(own, 'warnafter')
  return {
    ...common,
    kind: 'bound',
    namespace: text(own, 'namespace'),
    account,
    ...optional('pod', reference(own, 'pod')),
    ...optional('secret', reference(own, 'secret')),
    ...optional('node', reference(own, 'node')),
    ...(warnAfterMs !== undefined && warnAfterMs !== 0 && { warnAfterMs }),
  }
}

// upstream: pkg/serviceaccount/legacy.go, legacyValidator.Validate
function readLegacy(
  claims: VerifiedClaims,
  vocabulary: Vocabulary,
): Pick<ServiceAccountClaims, 'kind' | 'namespace' | 'account' | 'secret'> {
  const names = legacyClaimNames(vocabulary)
  const subject = text(claims, 'sub')
  if (subject === '') throw new Error('sub claim is missing')
  const required = (name: string, called: string): string => {
    const value = text(claims, name)
    if (value === '') throw new Error(`${called} claim is missing`)
    return value
  }
  const namespace = required(names.namespace, 'namespace')
  const secretName = required(names.secretName, 'secretName')
  const accountName = required(names.accountName, 'serviceAccountName')
  const uid = required(names.accountUid, 'serviceAccountUID')
  if (subject !== `system:serviceaccount:${namespace}:${accountName}`) throw new Error('sub claim is invalid')
  return { kind: 'legacy', namespace, account: { name: accountName, uid }, secret: { name: secretName, uid: '' } }
}

function times(claims: VerifiedClaims): Pick<ServiceAccountClaims, 'expiresAtMs' | 'notBeforeMs' | 'issuedAtMs'> {
  return {
    ...optional('expiresAtMs', time(claims, 'exp')),
    ...optional('notBeforeMs', time(claims, 'nbf')),
    ...optional('issuedAtMs', time(claims, 'iat')),
  }
}

function optional<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T }
}

function malformed(name: string): Error {
  return new Error(`token claim ${JSON.stringify(name)} has the wrong type`)
}

function text(claims: VerifiedClaims, name: string): string {
  const value = claims[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw malformed(name)
  return value
}

function time(claims: VerifiedClaims, name: string): number | undefined {
  const value = claims[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(name)
  return Math.trunc(value) * 1000
}

function audiences(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((audience) => {
    if (typeof audience !== 'string') throw malformed('aud')
    return audience
  })
}

function member(claims: VerifiedClaims, name: string): VerifiedClaims | undefined {
  const value = claims[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw malformed(name)
  return value as VerifiedClaims
}

function reference(claims: VerifiedClaims, name: string): BoundReference | undefined {
  const value = member(claims, name)
  return value && { name: text(value, 'name'), uid: text(value, 'uid') }
}

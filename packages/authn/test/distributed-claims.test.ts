import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { kubernetesVocabulary } from '@pinnace/meta'
import { exportJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOidcAuthenticator, type TokenAuthenticator } from '../src/index.ts'
import { testClock, type TestClock } from './support/clock.ts'
import { failure, forge } from './support/forge.ts'
import { serveLoopback, type Answer, type Loopback } from './support/loopback.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

let issuer: Loopback
/** Another issuer, on the same host. */
let other: { readonly url: string }
let clock: TestClock
let answers: Record<string, Answer>

const documentsOf = async (
  { url }: { readonly url: string },
  publicKey: KeyObject,
): Promise<Record<string, Answer>> => ({
  [`${url}/.well-known/openid-configuration`]: { body: { issuer: url, jwks_uri: `${url}/keys` } },
  [`${url}/keys`]: { body: { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', kid: 'k', alg: 'RS256' }] } },
})

beforeAll(async () => {
  issuer = await serveLoopback(({ url }) => answers[`${issuer.url}${url}`] ?? { status: 404 })
  other = { url: `${issuer.url}/other` }
})
afterAll(() => issuer.close())

beforeEach(async () => {
  clock = testClock()
  issuer.requests.length = 0
  answers = {
    ...(await documentsOf(issuer, key.publicKey)),
    ...(await documentsOf(other, otherKey.publicKey)),
    [`${other.url}/groups`]: { body: signOther({ groups: ['a', 'b'] }) },
  }
})

const authenticator = (): TokenAuthenticator =>
  createOidcAuthenticator({
    vocabulary: kubernetesVocabulary,
    issuerUrl: issuer.url,
    clientId: 'mine',
    ca: issuer.ca,
    groupsClaim: 'groups',
    clock,
  })
const claimsOf = (iss: string): object => ({ iss, aud: 'mine', sub: 'jane', exp: clock.now() / 1000 + 3600 })
const sign = (more: object): string =>
  forge({ alg: 'RS256', kid: 'k' }, { ...claimsOf(issuer.url), ...more }, key.privateKey)
const signOther = (more: object, privateKey: KeyObject = otherKey.privateKey): string =>
  forge({ alg: 'RS256', kid: 'k' }, { ...claimsOf(other.url), ...more }, privateKey)
const elsewhere = (source: object, names: object = { groups: 'src' }): object => ({
  _claim_names: names,
  _claim_sources: { src: source },
})
const accessTokens = (): readonly unknown[] =>
  issuer.requests.flatMap(({ url, headers }) => (url === '/other/groups' ? [headers.authorization] : []))
const asked = (): readonly string[] =>
  issuer.requests.flatMap(({ url }) => (url.startsWith('/other') ? [url.slice('/other'.length)] : []))
const groupsOf = async (claims: object): Promise<readonly string[] | undefined> =>
  (await authenticator()(sign(claims)))?.user.groups

describe('groups that an ID token only refers to', () => {
  it('are fetched from their endpoint, in a token of any issuer', async () => {
    expect(await groupsOf(elsewhere({ endpoint: `${other.url}/groups` }))).toEqual(['a', 'b'])
    expect(asked()).toEqual(['/groups', '/.well-known/openid-configuration', '/keys'])
    expect(accessTokens()).toEqual([undefined])
  })

  it('are fetched with the access token that the ID token names', async () => {
    await groupsOf(elsewhere({ endpoint: `${other.url}/groups`, access_token: 'secret' }))
    expect(accessTokens()).toEqual(['Bearer secret'])
  })

  it('are fetched again for the same token: they may change', async () => {
    const authenticate = authenticator()
    const token = sign(elsewhere({ endpoint: `${other.url}/groups` }))
    await authenticate(token)
    answers[`${other.url}/groups`] = { body: signOther({ groups: 'c' }) }
    expect((await authenticate(token))?.user.groups).toEqual(['c'])
  })

  it.each<[string, () => object, readonly string[]]>([
    ['the token has groups itself', () => ({ groups: ['own'], ...elsewhere({ endpoint: `${other.url}/x` }) }), ['own']],
    ['the token refers to another claim', () => elsewhere({ endpoint: `${other.url}/x` }, { roles: 'src' }), []],
    ['they are aggregated', () => elsewhere({ JWT: 'a.b.c' }), []],
  ])('are not fetched where %s', async (_case, claims, groups) => {
    expect(await groupsOf(claims())).toEqual(groups)
    expect(asked()).toEqual([])
  })

  it.each<[string, () => object, string]>([
    ['no sources', () => ({ _claim_names: { groups: 'src' } }), 'oidc: no claim sources'],
    [
      'names that are a text',
      () => ({ _claim_names: 'src' }),
      'oidc: error parsing distributed claim names: not an object',
    ],
    [
      'sources that are a list',
      () => ({ _claim_names: { groups: 'src' }, _claim_sources: [] }),
      'oidc: could not parse claim sources: not an object',
    ],
    [
      'a source that is missing',
      () => elsewhere({}, { groups: 'toString' }),
      'id token _claim_names contained a source toString missing in _claims_sources',
    ],
    [
      'an endpoint without TLS',
      () => elsewhere({ endpoint: 'http://localhost/groups' }),
      'oidc: the endpoint "http://localhost/groups" of the distributed claim "groups" is not an https URL',
    ],
    [
      'an endpoint that answers an error',
      () => elsewhere({ endpoint: `${other.url}/nothing` }),
      'oidc: while getting distributed claim "groups": error while getting distributed claim JWT: 404',
    ],
  ])('reject a token with %s', async (_case, claims, message) => {
    expect(await failure(() => groupsOf(claims()))).toBe(message)
  })

  it.each<[string, () => string, RegExp]>([
    ['is no token', () => '{}', /^oidc: the endpoint of the distributed claim "groups" did not answer a token$/],
    ['is signed by a stranger', () => signOther({ groups: ['a'] }, key.privateKey), /invalid signature/],
    ['is for another audience', () => signOther({ groups: ['a'], aud: 'yours' }), /expected audience "mine"/],
    ['has expired', () => signOther({ groups: ['a'], exp: 1 }), /token is expired/],
    ['has not the claim', () => signOther({}), /did not contain claim: groups$/],
    ['names an issuer that is not there', () => signOther({ iss: `${other.url}/x` }), /authenticator not initialized/],
  ])('reject a token where what is fetched %s', async (_case, make, message) => {
    answers[`${other.url}/groups`] = { body: make() }
    expect(await failure(() => groupsOf(elsewhere({ endpoint: `${other.url}/groups` })))).toMatch(message)
  })
})

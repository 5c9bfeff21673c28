import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { kubernetesVocabulary } from '@pinnace/meta'
import { exportJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfiguredAuthentication,
  type AuthenticationConfiguration,
  type ConfiguredAuthentication,
  type JwtConfiguration,
} from '../src/index.ts'
import { testClock } from './support/clock.ts'
import { failure, forge } from './support/forge.ts'
import { serveLoopback, type Loopback } from './support/loopback.ts'

const clock = testClock()
const open = (document: object, observed: string[] = []): Promise<ConfiguredAuthentication> =>
  createConfiguredAuthentication(
    { value: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration', ...document } },
    {
      vocabulary: kubernetesVocabulary,
      clock,
      disallowedIssuers: ['https://accounts.example'],
      observe: () => ({
        onToken: (result) => void observed.push(result),
        onKeys: (document) => void observed.push(document === undefined ? 'no keys' : 'keys'),
      }),
    },
  )

const byName = { username: { claim: 'sub', prefix: '' } }
const issuerOf = (more: object = {}): object => ({
  jwt: [{ issuer: { url: 'https://a.example', audiences: ['x'], ...more }, claimMappings: byName }],
})
const mapped = (claimMappings: object): object => ({
  jwt: [{ issuer: { url: 'https://a.example', audiences: ['x'] }, claimMappings }],
})
const ruled = (more: object): object => ({
  jwt: [{ issuer: { url: 'https://a.example', audiences: ['x'] }, claimMappings: byName, ...more }],
})
const unverified =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'

describe('an AuthenticationConfiguration', () => {
  it.each<[object, string]>([
    [
      { kind: 'Foo' },
      'no kind "Foo" is registered for version "apiserver.config.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { apiVersion: 'apiserver.config.k8s.io/v2' },
      'no kind "AuthenticationConfiguration" is registered for version "apiserver.config.k8s.io/v2" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { kind: 'AuthorizationConfiguration' },
      'expected AuthenticationConfiguration, got *apiserver.AuthorizationConfiguration',
    ],
    [
      { foo: 1, jwt: [{ bar: 1, issuer: { baz: 1 } }] },
      'strict decoding error: unknown field "foo", unknown field "jwt[0].bar", unknown field "jwt[0].issuer.baz"',
    ],
    [
      { jwt: 1 },
      'json: cannot unmarshal number into Go struct field AuthenticationConfiguration.jwt of type []v1.JWTAuthenticator',
    ],
    [
      issuerOf({ audiences: 'a' }),
      'json: cannot unmarshal string into Go struct field Issuer.jwt.issuer.audiences of type []string',
    ],
  ])('%j is not decoded', async (document, message) => {
    expect(await failure(() => open(document))).toBe(message)
  })

  it.each<[object, string]>([
    [issuerOf({ url: '' }), 'jwt[0].issuer.url: Required value'],
    [issuerOf({ url: 'http://a' }), 'jwt[0].issuer.url: Invalid value: "http://a": URL scheme must be https'],
    [
      issuerOf({ url: 'https://u:p@h' }),
      'jwt[0].issuer.url: Invalid value: "https://u:p@h": URL must not contain a username or password',
    ],
    [
      issuerOf({ url: 'https://h?x=1#f' }),
      '[jwt[0].issuer.url: Invalid value: "https://h?x=1#f": URL must not contain a query, jwt[0].issuer.url: Invalid value: "https://h?x=1#f": URL must not contain a fragment]',
    ],
    [issuerOf({ url: '://x' }), 'jwt[0].issuer.url: Invalid value: "://x": parse "://x": missing protocol scheme'],
    [
      issuerOf({ url: 'https://h:port' }),
      'jwt[0].issuer.url: Invalid value: "https://h:port": parse "https://h:port": invalid port ":port" after host',
    ],
    [
      issuerOf({ url: 'https://accounts.example' }),
      'jwt[0].issuer.url: Invalid value: "https://accounts.example": URL must not overlap with disallowed issuers: [https://accounts.example]',
    ],
    [
      issuerOf({ discoveryURL: 'https://a.example/' }),
      'jwt[0].issuer.discoveryURL: Invalid value: "https://a.example/": discoveryURL must be different from URL',
    ],
    [
      issuerOf({ audiences: [] }),
      'jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required',
    ],
    [
      issuerOf({ audiences: ['a', 'a'], audienceMatchPolicy: 'MatchAny' }),
      'jwt[0].issuer.audiences[1]: Duplicate value: "a"',
    ],
    [
      issuerOf({ audiences: ['a', 'b'] }),
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
    ],
    [
      issuerOf({ audienceMatchPolicy: 'Foo' }),
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "Foo": audienceMatchPolicy must be empty or MatchAny for single audience',
    ],
    [
      issuerOf({ certificateAuthority: 'foo' }),
      'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
    ],
    [
      issuerOf({ certificateAuthority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }),
      'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": x509: malformed certificate',
    ],
    [
      issuerOf({ egressSelectorType: 'foo' }),
      'jwt[0].issuer.egressSelectorType: Invalid value: "foo": egress selector must be either controlplane or cluster',
    ],
    [mapped({}), 'jwt[0].claimMappings.username: Required value: claim or expression is required'],
    [
      mapped({ username: { claim: 'a' } }),
      'jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing',
    ],
    [
      mapped({ username: { claim: 'a', expression: 'b' } }),
      'jwt[0].claimMappings.username: Invalid value: "": claim and expression can\'t both be set',
    ],
    [
      mapped({ username: { expression: 'claims.a', prefix: 'x' } }),
      'jwt[0].claimMappings.username.prefix: Invalid value: "x": may not be specified when expression is set',
    ],
    [
      mapped({ username: { expression: 'claims.email' } }),
      `jwt[0].claimMappings.username.expression: Invalid value: "claims.email": ${unverified}`,
    ],
    [
      mapped({ username: { expression: "claims.?email.orValue('')" } }),
      `jwt[0].claimMappings.username.expression: Invalid value: "claims.?email.orValue('')": ${unverified}`,
    ],
    [
      mapped({ ...byName, uid: { claim: 'a', expression: 'b' } }),
      'jwt[0].claimMappings.uid: Invalid value: "": claim and expression can\'t both be set',
    ],
    [
      mapped({ ...byName, extra: [{}] }),
      '[jwt[0].claimMappings.extra[0].key: Required value, jwt[0].claimMappings.extra[0].valueExpression: Required value]',
    ],
    [
      mapped({ ...byName, extra: [{ key: 'a', valueExpression: "'a'" }] }),
      'jwt[0].claimMappings.extra[0].key: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [
      mapped({ ...byName, extra: [{ key: 'a.b/C', valueExpression: "'a'" }] }),
      'jwt[0].claimMappings.extra[0].key: Invalid value: "a.b/C": must be lowercase',
    ],
    [
      mapped({ ...byName, extra: [{ key: 'x.kubernetes.io/a', valueExpression: "'a'" }] }),
      'jwt[0].claimMappings.extra[0].key: Invalid value: "x.kubernetes.io/a": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
    ],
    [
      ruled({ claimValidationRules: [{}] }),
      'jwt[0].claimValidationRules[0]: Required value: claim or expression is required',
    ],
    [
      ruled({ claimValidationRules: [{ claim: 'a', message: 'm' }] }),
      'jwt[0].claimValidationRules[0].message: Invalid value: "m": may not be specified when claim is set',
    ],
    [
      ruled({ claimValidationRules: [{ expression: 'true' }, { expression: 'true' }] }),
      'jwt[0].claimValidationRules[1].expression: Duplicate value: "true"',
    ],
    [
      ruled({ claimValidationRules: [{ expression: 'claims.a' }] }),
      'jwt[0].claimValidationRules[0].expression: Invalid value: "claims.a": must evaluate to bool',
    ],
    [
      ruled({ claimValidationRules: [{ expression: "int('x') == 1" }] }),
      "jwt[0].claimValidationRules[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
    ],
    [
      ruled({ claimValidationRules: [{ expression: 'user.foo' }] }),
      "jwt[0].claimValidationRules[0].expression: Invalid value: \"user.foo\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'user' (in container '')\n | user.foo\n | ^",
    ],
    [
      ruled({ userValidationRules: [{ expression: 'user.foo' }] }),
      'jwt[0].userValidationRules[0].expression: Invalid value: "user.foo": compilation failed: ERROR: <input>:1:5: undefined field \'foo\'\n | user.foo\n | ....^',
    ],
    [
      { anonymous: { conditions: [{ path: '/a' }] } },
      'anonymous.conditions: Invalid value: [{"Path":"/a"}]: enabled should be set to true when conditions are defined',
    ],
    [{ jwt: Array.from({ length: 65 }, () => ({})) }, 'jwt: Too many: 65: must have at most 64 items'],
  ])('%j is not valid', async (document, message) => {
    expect(await failure(() => open(document))).toBe(`invalid authentication configuration: ${message}`)
  })

  it.each(['v1', 'v1beta1', 'v1alpha1'])('may have the version %s', async (version) => {
    const { anonymous } = await open({ apiVersion: `apiserver.config.k8s.io/${version}`, anonymous: { enabled: true } })
    expect(anonymous).toEqual({ enabled: true })
  })
})

describe('tokens of configured issuers', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let issuer: Loopback
  let onRequest = (): void => {}
  beforeAll(async () => {
    const key = { ...(await exportJWK(rsa.publicKey)), use: 'sig', kid: 'k1', alg: 'RS256' }
    issuer = await serveLoopback(({ url }) => {
      onRequest()
      if (url === '/keys') return { body: { keys: [key] } }
      const isDocument = url === '/elsewhere' || url === '/.well-known/openid-configuration'
      return isDocument ? { body: { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` } } : { status: 404 }
    })
  })
  afterAll(() => issuer.close())

  const configure = (
    more: Partial<JwtConfiguration>,
    observed?: string[],
    about: object = {},
  ): Promise<ConfiguredAuthentication> => {
    const { issuer: given, ...others } = more
    const document: AuthenticationConfiguration = {
      jwt: [
        {
          issuer: { url: issuer.url, audiences: ['mine'], certificateAuthority: issuer.ca, ...given },
          claimMappings: { username: { claim: 'sub', prefix: 'u:' } },
          ...others,
        },
      ],
      ...about,
    }
    return open(document, observed)
  }
  const sign = (more: object = {}, key: KeyObject = rsa.privateKey): string =>
    forge(
      { alg: 'RS256', kid: 'k1' },
      { iss: issuer.url, aud: 'mine', sub: 'jane', exp: clock.now() / 1000 + 3600, ...more },
      key,
    )

  it.each<[string, Partial<JwtConfiguration>, object, object]>([
    ['a claim', {}, {}, { username: 'u:jane', groups: [], extra: {} }],
    [
      'expressions',
      {
        claimMappings: {
          username: { expression: "claims.sub + '@' + claims.org.name" },
          groups: { expression: "claims.roles.split(',')" },
          uid: { expression: 'string(claims.number)' },
          extra: [
            { key: 'a.example/teams', valueExpression: "dyn(claims.teams).filter(t, t != 'b')" },
            { key: 'a.example/none', valueExpression: "''" },
          ],
        },
      },
      { org: { name: 'o' }, roles: 'a,b', number: 7, teams: ['a', 'b', ''] },
      { username: 'jane@o', uid: '7', groups: ['a', 'b'], extra: { 'a.example/teams': ['a'] } },
    ],
    [
      'claims for all attributes',
      {
        claimMappings: {
          username: { claim: 'sub', prefix: '' },
          groups: { claim: 'roles', prefix: 'g:' },
          uid: { claim: 'id' },
        },
      },
      { roles: ['a'], id: 'x', jti: 't' },
      {
        username: 'jane',
        uid: 'x',
        groups: ['g:a'],
        extra: { 'authentication.kubernetes.io/credential-id': ['JTI=t'] },
      },
    ],
  ])('become users by %s', async (_, configuration, claims, user) => {
    const { authenticateToken } = await configure(configuration)
    expect((await authenticateToken(sign(claims)))?.user).toEqual(user)
  })

  it.each<[string, Partial<JwtConfiguration>, object, string]>([
    ['another audience', {}, { aud: 'x' }, 'oidc: verify token: expected audience "mine" got ["x"]'],
    [
      'none of the audiences',
      { issuer: { audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny' } },
      {},
      'oidc: verify token: expected audience in ["a","b"] got ["mine"]',
    ],
    [
      'no claim for the name',
      { claimMappings: { username: { expression: 'claims.nick' } } },
      {},
      "oidc: error evaluating username claim expression: expression 'claims.nick' resulted in error: no such key: nick",
    ],
    [
      'a name that is no text',
      { claimMappings: { username: { expression: 'claims.exp' } } },
      {},
      'oidc: error evaluating username claim expression: username claim expression must return a string',
    ],
    [
      'an empty name',
      { claimMappings: { username: { expression: "''" } } },
      {},
      'oidc: error evaluating username claim expression: the user name is empty',
    ],
    [
      'groups that are no texts',
      { claimMappings: { username: { claim: 'sub', prefix: '' }, groups: { expression: '[1]' } } },
      {},
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
    [
      'a claim with another value',
      { claimValidationRules: [{ claim: 'hd', requiredValue: 'a.example' }] },
      { hd: 'b.example' },
      'oidc: required claim hd value does not match. Got = b.example, want = a.example',
    ],
    [
      'a claim rule that is false',
      { claimValidationRules: [{ expression: "claims.hd == 'a.example'", message: 'only our domain' }] },
      { hd: 'b.example' },
      "oidc: error evaluating claim validation expression: validation expression 'claims.hd == 'a.example'' failed: only our domain",
    ],
    [
      'a user rule that is false',
      { userValidationRules: [{ expression: "!user.username.startsWith('u:j')", message: 'reserved' }] },
      {},
      "oidc: error evaluating user info validation rule: validation expression '!user.username.startsWith('u:j')' failed: reserved",
    ],
  ])('are refused with %s', async (_, configuration, claims, message) => {
    const { authenticateToken } = await configure(configuration)
    expect(await failure(() => authenticateToken(sign(claims)))).toBe(message)
  })

  it('are verified with keys found through another discovery document, and observed', async () => {
    const observed: string[] = []
    issuer.requests.length = 0
    const { authenticateToken } = await configure({ issuer: { discoveryURL: `${issuer.url}/elsewhere` } }, observed)
    expect(await authenticateToken(sign())).toBeDefined()
    expect(issuer.requests.map(({ url }) => url)).toEqual(['/elsewhere', '/keys'])
    expect(await authenticateToken(sign({ iss: 'https://other.example' }))).toBeUndefined()
    await failure(() => authenticateToken(sign({ sub: undefined })))
    expect(observed).toEqual(['keys', 'success', 'failure'])
  })

  it('end with an error where the look-up of the token has taken half a minute', async () => {
    const rule = "dyn(claims.roles).all(role, role != 'x')"
    const { authenticateToken } = await configure({ claimValidationRules: [{ expression: rule }] })
    const roles = Array.from({ length: 100 }, (_, index) => `role-${index}`)
    // The discovery document and the keys take half of it each.
    onRequest = () => clock.advance(15_000)
    expect(await failure(() => authenticateToken(sign({ roles })))).toBe(
      `oidc: error evaluating claim validation expression: expression '${rule}' resulted in error: operation interrupted`,
    )
    onRequest = () => {}
    expect(await authenticateToken(sign({ roles }))).toBeDefined()
  })

  it('know their issuers, for metrics', async () => {
    const authentication = await configure({}, [], { anonymous: { enabled: true } })
    expect(authentication.issuerUrls).toEqual([issuer.url])
    await authentication.replace({
      value: {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'AuthenticationConfiguration',
        anonymous: { enabled: true },
      },
    })
    expect(authentication.issuerUrls).toEqual([])
  })

  it('follow a new configuration; a bad one, or one with another anonymous, keeps the old', async () => {
    const authentication = await configure({}, [], { anonymous: { enabled: true } })
    const replace = (document: object): Promise<void> =>
      authentication.replace({
        value: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration', ...document },
      })
    expect(await failure(() => replace({ jwt: [{}], anonymous: { enabled: true } }))).toContain('issuer.url: Required')
    expect(await failure(() => replace({}))).toBe(
      'invalid authentication configuration: anonymous: Forbidden: changed from initial configuration file',
    )
    expect((await authentication.authenticateToken(sign()))?.user.username).toBe('u:jane')
    await replace({ anonymous: { enabled: true } })
    expect(await authentication.authenticateToken(sign())).toBeUndefined()
  })
})

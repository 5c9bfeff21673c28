import { generateKeyPairSync } from 'node:crypto'
import { kubernetesVocabulary, thenMaybe, type PeerCertificate } from '@pinnace/meta'
import { authenticatorContract, type AuthenticatorScene, type RequestToAuthenticate } from '@pinnace/testing'
import { exportJWK } from 'jose'
import { afterAll, describe, it } from 'vitest'
import {
  bearerAuthenticator,
  cachedTokenAuthenticator,
  createBootstrapTokenAuthenticator,
  createClientCertificateAuthenticator,
  createOidcAuthenticator,
  createRequestHeaderAuthenticator,
  createServiceAccountAuthenticator,
  createServiceAccountTokens,
  createTokenFileAuthenticator,
  createWebhookTokenAuthenticator,
  firstAuthenticator,
  firstTokenAuthenticator,
  loadClientAuthorities,
  parseTokenFile,
  tokenFileTokenAuthenticator,
  toTokenKey,
  toTokenSigningKey,
  userOrAnonymous,
  type Authenticator,
  type SecretObject,
} from '../src/index.ts'
import { authority, clientAuth, issue, usage, type Issued } from './support/certificates.ts'
import { forge } from './support/forge.ts'
import { serveLoopback, type Answer } from './support/loopback.ts'

const vocabulary = kubernetesVocabulary
const runner = { describe, it }
const bearer = (token: string): RequestToAuthenticate => ({ headers: { Authorization: `Bearer ${token}` } })
const peerOf = ({ raw }: Issued): PeerCertificate => ({ raw, chain: [] })

// Client certificates

const clientCa = await issue({ subject: 'CN=client-ca', extensions: authority() })
const proxyCa = await issue({ subject: 'CN=proxy-ca', extensions: authority() })
const strangerCa = await issue({ subject: 'CN=client-ca', extensions: authority() })
const leaf = async (issuer: Issued, subject: string): Promise<PeerCertificate> =>
  peerOf(await issue({ subject, issuer, extensions: [usage(clientAuth)] }))
const jane = await leaf(clientCa, 'O=devs,CN=jane')
const strange = await leaf(strangerCa, 'O=devs,CN=jane')

const byCertificate: AuthenticatorScene = {
  create: () => createClientCertificateAuthenticator({ vocabulary, authorities: loadClientAuthorities(clientCa.pem) }),
  accepted: [{ peerCertificate: jane, user: { username: 'jane', groups: ['devs'] } }],
  rejected: [{ peerCertificate: strange }],
  others: [{ peerCertificate: await leaf(clientCa, 'O=devs') }, bearer('some-token')],
}
// A certificate that is not one is rejected, too: it is a credential that this authenticator is responsible for.
authenticatorContract('client certificates', byCertificate, runner)

// An authenticating proxy

const proxy = await leaf(proxyCa, 'CN=front-proxy')
const remoteUser = { 'X-Remote-User': 'jane', 'X-Remote-Group': ['devs', 'ops'], 'X-Remote-Extra-Scopes': 'a' }
authenticatorContract(
  'request headers of a proxy',
  {
    create: () =>
      createRequestHeaderAuthenticator({
        authorities: loadClientAuthorities(proxyCa.pem),
        allowedNames: ['front-proxy'],
        usernameHeaders: ['X-Remote-User'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
      }),
    accepted: [
      {
        headers: remoteUser,
        peerCertificate: proxy,
        user: { username: 'jane', groups: ['devs', 'ops'], extra: { scopes: ['a'] } },
      },
    ],
    rejected: [
      { headers: remoteUser, peerCertificate: strange },
      { headers: remoteUser, peerCertificate: await leaf(proxyCa, 'CN=another-proxy') },
    ],
    others: [{ headers: remoteUser }, { peerCertificate: proxy }],
  },
  runner,
)

// Tokens of a list

const list = parseTokenFile('janes-secret-token,jane,1,"devs,ops"\njoes-secret-token,joe,2\n')
const fromList = [
  { ...bearer('janes-secret-token'), user: { username: 'jane', uid: '1', groups: ['devs', 'ops'] } },
  { ...bearer('joes-secret-token'), user: { username: 'joe', uid: '2', groups: [] } },
] as const
// Without another token authenticator, a token that is not in the list is rejected.
const unknownTokens = [bearer('an-unknown-token'), bearer('janes-secret-toke')]
authenticatorContract(
  'tokens of a list',
  { create: () => createTokenFileAuthenticator(list), accepted: fromList, rejected: unknownTokens },
  runner,
)

authenticatorContract(
  'cached tokens',
  {
    create: () =>
      bearerAuthenticator(
        cachedTokenAuthenticator(async (token) => tokenFileTokenAuthenticator(list)(token), {
          failureTtlMs: 10_000,
        }),
      ),
    accepted: fromList,
    rejected: unknownTokens,
  },
  runner,
)

// Service accounts

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const issuer = 'https://kubernetes.default.svc'
const account = { name: 'robot', uid: 'sa-uid' }
const signingKey = toTokenSigningKey(keys.privateKey)
const sign = async (uid: string): Promise<string> => {
  const tokens = createServiceAccountTokens({ vocabulary, issuer, signingKey, apiAudiences: [issuer] })
  return (await tokens.sign({ namespace: 'ns', account: { ...account, uid }, expirationSeconds: 3600 })).token
}
const robot = await sign('sa-uid')
const expired = forge({ alg: 'ES256', kid: signingKey.id }, { iss: issuer, aud: [issuer], exp: 1 }, keys.privateKey)
const byServiceAccount = (): ReturnType<typeof createServiceAccountAuthenticator> =>
  createServiceAccountAuthenticator({
    vocabulary,
    issuers: [issuer],
    keys: [toTokenKey(keys.publicKey)],
    apiAudiences: [issuer],
    reader: {
      serviceAccount: async (namespace, name) =>
        namespace === 'ns' && name === 'robot' ? { metadata: { ...account, namespace } } : undefined,
      secret: () => undefined,
      pod: () => undefined,
      node: () => undefined,
    },
  })
const robotUser = {
  username: 'system:serviceaccount:ns:robot',
  uid: 'sa-uid',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
}
authenticatorContract(
  'service account tokens',
  {
    create: () => bearerAuthenticator(byServiceAccount()),
    accepted: [{ ...bearer(robot), user: robotUser }],
    rejected: [bearer(await sign('another-uid')), bearer(expired), bearer(`${robot.slice(0, -8)}AAAAAAAA`)],
  },
  runner,
)

// Bootstrap tokens

const secret: SecretObject = {
  metadata: { name: 'bootstrap-token-abcdef' },
  type: 'bootstrap.kubernetes.io/token',
  data: Object.fromEntries(
    Object.entries({
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
    }).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  ),
}
const byBootstrapToken = (): ReturnType<typeof createBootstrapTokenAuthenticator> =>
  createBootstrapTokenAuthenticator({
    vocabulary,
    readSecret: async (name) => (name === secret.metadata.name ? secret : undefined),
  })
const bootstrapUser = { username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'] }
authenticatorContract(
  'bootstrap tokens',
  {
    create: () => bearerAuthenticator(byBootstrapToken()),
    accepted: [{ ...bearer('abcdef.0123456789abcdef'), user: bootstrapUser }],
    rejected: [bearer('abcdef.0123456789abcdeg'), bearer('abcdeg.0123456789abcdef')],
  },
  runner,
)

// OpenID Connect

const documents: Record<string, Answer> = {}
const provider = await serveLoopback(({ url }) => documents[url] ?? { status: 404 })
afterAll(() => provider.close())
documents['/.well-known/openid-configuration'] = {
  body: { issuer: provider.url, jwks_uri: `${provider.url}/keys` },
}
documents['/keys'] = {
  body: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' }] },
}
const idToken = (claims: object): string =>
  forge(
    { alg: 'ES256', kid: 'k1' },
    { iss: provider.url, aud: 'my-client', sub: 'jane', exp: 4_000_000_000, ...claims },
    keys.privateKey,
  )
authenticatorContract(
  'OpenID Connect',
  {
    create: () =>
      bearerAuthenticator(
        createOidcAuthenticator({
          vocabulary,
          issuerUrl: provider.url,
          clientId: 'my-client',
          ca: provider.ca,
          signingAlgorithms: ['ES256'],
          groupsClaim: 'groups',
        }),
      ),
    accepted: [
      { ...bearer(idToken({ groups: ['devs'] })), user: { username: `${provider.url}#jane`, groups: ['devs'] } },
    ],
    rejected: [
      bearer(idToken({ aud: 'another-client' })),
      bearer(idToken({ exp: 1 })),
      bearer(idToken({ iss: 'https://another.example' })),
      bearer(forge({ alg: 'none' }, { iss: provider.url, aud: 'my-client', sub: 'jane', exp: 4_000_000_000 })),
    ],
  },
  runner,
)

// A token webhook

const remote = await serveLoopback(({ body }) => {
  const { spec } = JSON.parse(body) as { readonly spec: { readonly token: string } }
  const user = { username: 'jane', groups: ['devs'], extra: { scopes: ['a'] } }
  const status = spec.token === 'janes-secret-token' ? { authenticated: true, user } : { authenticated: false }
  return { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', status } }
})
afterAll(() => remote.close())
authenticatorContract(
  'a token webhook',
  {
    create: () =>
      bearerAuthenticator(
        createWebhookTokenAuthenticator({
          vocabulary,
          version: 'v1',
          remote: { server: remote.url, ca: remote.ca, insecureSkipTlsVerify: false, authorization: () => undefined },
        }),
      ),
    accepted: [
      {
        ...bearer('janes-secret-token'),
        user: { username: 'jane', groups: ['devs'], extra: { scopes: ['a'] } },
      },
    ],
    rejected: unknownTokens,
  },
  runner,
)

// Several authenticators

const union = (): ReturnType<typeof firstAuthenticator> =>
  firstAuthenticator([
    createClientCertificateAuthenticator({ vocabulary, authorities: loadClientAuthorities(clientCa.pem) }),
    bearerAuthenticator(
      firstTokenAuthenticator([tokenFileTokenAuthenticator(list), byServiceAccount(), byBootstrapToken()]),
    ),
  ])
const several: AuthenticatorScene = {
  create: union,
  accepted: [
    { peerCertificate: jane, user: { username: 'jane', groups: ['devs', 'system:authenticated'] } },
    { ...bearer('joes-secret-token'), user: { username: 'joe', groups: ['system:authenticated'] } },
    { ...bearer(robot), user: { ...robotUser, groups: [...robotUser.groups, 'system:authenticated'] } },
    {
      ...bearer('abcdef.0123456789abcdef'),
      peerCertificate: strange,
      user: { ...bootstrapUser, groups: [...bootstrapUser.groups, 'system:authenticated'] },
    },
  ],
  rejected: [...unknownTokens, { peerCertificate: strange }, { ...unknownTokens[0], peerCertificate: strange }],
}
authenticatorContract('several authenticators', several, runner)

function orAnonymous(authenticate: Authenticator): Authenticator {
  return (request) => thenMaybe(authenticate(request), (user) => userOrAnonymous(user, () => true, '/api'))
}

authenticatorContract(
  'several authenticators, then the anonymous user',
  { ...several, create: () => orAnonymous(union()), limits: { namesAnonymous: true } },
  runner,
)

import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import {
  bearerAuthenticator,
  createServiceAccountAuthenticator,
  createServiceAccountTokens,
  firstTokenAuthenticator,
  toTokenSigningKey,
} from '../packages/authn/dist/index.js'
import { kubernetesVocabulary } from '../packages/meta/dist/index.js'

export const title = 'Service-account tokens (bare is one SHA-256 of the token, or one signature check of node:crypto)'

const issuer = 'https://kubernetes.default.svc'
const account = { name: 'robot', uid: 'u' }
const pod = { name: 'web', uid: 'p' }
const found = { account: { metadata: { uid: 'u' } }, pod: { metadata: { uid: 'p' } } }

export async function run(kit) {
  const signingKey = toTokenSigningKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const vocabulary = kubernetesVocabulary
  const tokens = createServiceAccountTokens({ vocabulary, issuer, signingKey, apiAudiences: [issuer] })
  const { token } = await tokens.sign({ namespace: 'ns', account, pod, expirationSeconds: 3600 })
  const reader = {
    serviceAccount: () => found.account,
    pod: () => found.pod,
    secret: () => undefined,
    node: () => undefined,
  }
  const options = { vocabulary, issuers: [issuer], keys: [signingKey], apiAudiences: [issuer], reader }
  const chain = firstTokenAuthenticator([createServiceAccountAuthenticator(options)])
  const authenticate = bearerAuthenticator(chain, { apiAudiences: [issuer] })
  const request = { header: (name) => (name === 'authorization' ? `Bearer ${token}` : undefined) }
  await authenticate(request)
  const many = 2000
  await kit.compare({
    name: 'a token seen before',
    operations: many,
    ours: () => {
      for (let index = 0; index < many; index++) authenticate(request)
    },
    bare: () => {
      for (let index = 0; index < many; index++) createHash('sha256').update(token).digest('base64')
    },
  })
  const few = 200
  const signed = await Promise.all(
    Array.from({ length: few }, () => tokens.sign({ namespace: 'ns', account, pod, expirationSeconds: 3600 })),
  )
  const text = Buffer.from(token.slice(0, token.lastIndexOf('.')))
  const signature = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
  await kit.compare({
    name: 'a token seen for the first time, RS256',
    operations: few,
    ours: async () => {
      const fresh = createServiceAccountAuthenticator(options)
      for (const { token } of signed) await fresh(token)
    },
    bare: () => {
      for (let index = 0; index < few; index++) verify('sha256', text, signingKey.publicKey, signature)
    },
  })
}

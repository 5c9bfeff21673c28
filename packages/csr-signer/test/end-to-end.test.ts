// From a request to a login, through the API and over TLS.
import { Buffer } from 'node:buffer'
import { request as httpsRequest } from 'node:https'
import type { ApiObject } from '@pinnace/meta'
import { kubernetesVocabulary as vocabulary, systemClock as clock, systemRandom as random } from '@pinnace/meta'
import { createServer, type Server, type ServerListening } from '@pinnace/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createAuthority,
  createBuiltInSigners,
  createCertificateRequest,
  createPrivateKeyPem,
  findSigner,
  parseCertificates,
  requestState,
  rotateAuthority,
  toSigningRequest,
  type CertificateAuthority,
  type CertificateSigningRequestLike,
  type KeyType,
} from '../src/index.ts'
import { hasOpenssl, openssl } from './support/openssl.ts'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const { apiserverClient } = vocabulary.signers

interface Identity {
  readonly cert: string
  readonly key: string
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line no-explicit-any -- tests read any shape of any answer
  readonly json: any
}

let server: Server
let listening: ServerListening
let authority: CertificateAuthority
let admin: Identity

beforeEach(async () => {
  const root = await createAuthority({ commonName: 'root', clock, random })
  authority = await createAuthority({ commonName: 'clients', issuer: root, clock, random })
  server = await createServer({ vocabulary: 'kubernetes', authentication: { clientCa: root.bundlePem } })
  listening = await server.listen()
  const field = (name: string): string => {
    const found = new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(listening.kubeconfig)
    return Buffer.from(found![1]!, 'base64').toString()
  }
  admin = { cert: field('client-certificate-data'), key: field('client-key-data') }
})

afterEach(async () => {
  await listening.close()
  await server.close()
})

/** Sends one request over a new connection. */
function send(identity: Identity, method: string, target: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      ...identity,
      ca: listening.ca,
      method,
      agent: false,
      headers: { 'content-type': 'application/json' },
    }
    const sent = httpsRequest(new URL(target, listening.url), options, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        resolve({ status: reply.statusCode!, json: JSON.parse(Buffer.concat(chunks).toString()) })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function whoIs(identity: Identity): Promise<unknown> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const { status, json } = await send(identity, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', body)
  return status === 201 ? { username: json.status.userInfo.username, groups: json.status.userInfo.groups } : status
}

const made = (name: string, requestPem: string, more: object = {}): object => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: {
    request: Buffer.from(requestPem).toString('base64'),
    signerName: apiserverClient,
    usages: ['client auth'],
    ...more,
  },
})

const decide = (object: CertificateSigningRequestLike, type: string): object => ({
  ...object,
  status: { ...object.status, conditions: [{ type, status: 'True', reason: 'ByTheTest', message: 'sure' }] },
})

/** What a controller does: signs what is approved, with the signer of its name. */
async function signApproved(signing: CertificateAuthority): Promise<void> {
  const signers = createBuiltInSigners({ vocabulary, authority: signing, clock })
  const { json } = await send(admin, 'GET', path)
  for (const item of json.items as (ApiObject & CertificateSigningRequestLike)[]) {
    const signer = findSigner(signers, item.spec.signerName)
    if (signer === undefined || requestState(item) !== 'approved') continue
    const answer = await signer.sign(toSigningRequest(item))
    if (answer.type === 'ignored') continue
    const status =
      answer.type === 'issued'
        ? { ...item.status, certificate: Buffer.from(answer.certificatePem).toString('base64') }
        : {
            conditions: [
              ...item.status!.conditions!,
              { type: 'Failed', status: 'True', reason: answer.reason, message: answer.message },
            ],
          }
    const written = await send(admin, 'PUT', `${path}/${item.metadata.name}/status`, { ...item, status })
    expect(written.status).toBe(200)
  }
}

async function login(name: string, requestPem: string, key: string, signing = authority): Promise<Identity> {
  const created = await send(admin, 'POST', path, made(name, requestPem))
  expect(created).toMatchObject({ status: 201, json: { spec: { groups: expect.arrayContaining(['system:masters']) } } })
  await signApproved(signing)
  expect((await send(admin, 'GET', `${path}/${name}`)).json.status).toEqual({})
  expect((await send(admin, 'PUT', `${path}/${name}/approval`, decide(created.json, 'Approved'))).status).toBe(200)
  await signApproved(signing)
  const { json } = await send(admin, 'GET', `${path}/${name}`)
  expect(requestState(json)).toBe('issued')
  return { cert: Buffer.from(json.status.certificate, 'base64').toString(), key }
}

const keyTypes: KeyType[] = ['p-256', 'p-384', 'ed25519', 'rsa-2048']

it.each(keyTypes)(
  'the certificate of an approved request authenticates its user, with a key of %s',
  async (keyType) => {
    const key = await createPrivateKeyPem(keyType)
    const subject = { commonName: 'jane', organizations: ['dev', 'ops'] }
    const identity = await login('jane', await createCertificateRequest({ ...subject, privateKeyPem: key }), key)
    expect(parseCertificates(identity.cert).map((each) => each.subject)).toEqual([
      'O=dev\nO=ops\nCN=jane',
      'CN=clients',
    ])
    expect(await whoIs(identity)).toEqual({ username: 'jane', groups: ['dev', 'ops', 'system:authenticated'] })
    // Authentication alone gives no permissions.
    expect((await send(identity, 'GET', '/api/v1/pods')).status).toBe(403)
  },
)

it('a request of OpenSSL leads to a certificate that authenticates', async () => {
  const key = hasOpenssl ? openssl({}, 'genrsa', '2048') : await createPrivateKeyPem('rsa-2048')
  const requestPem = hasOpenssl
    ? openssl({ 'a.key': key }, 'req', '-new', '-key', 'a.key', '-subj', '/O=dev/CN=bob')
    : await createCertificateRequest({ commonName: 'bob', organizations: ['dev'], privateKeyPem: key })
  expect(await whoIs(await login('bob', requestPem, key))).toEqual({
    username: 'bob',
    groups: ['dev', 'system:authenticated'],
  })
})

it('the certificate of an untrusted authority is rejected', async () => {
  const other = await createAuthority({ commonName: 'clients', clock, random })
  const key = await createPrivateKeyPem()
  const requestPem = await createCertificateRequest({ commonName: 'eve', privateKeyPem: key })
  expect(await whoIs(await login('eve', requestPem, key, other))).toBe(401)
})

it('a denied request is not signed, and a decision is final', async () => {
  const privateKeyPem = await createPrivateKeyPem()
  const requestPem = await createCertificateRequest({ commonName: 'jane', privateKeyPem })
  const { json } = await send(admin, 'POST', path, made('jane', requestPem))
  expect((await send(admin, 'PUT', `${path}/jane/approval`, decide(json, 'Denied'))).status).toBe(200)
  await signApproved(authority)
  const denied = (await send(admin, 'GET', `${path}/jane`)).json
  expect(requestState(denied)).toBe('denied')
  expect(denied.status.certificate).toBeUndefined()
  const again = await send(admin, 'PUT', `${path}/jane/approval`, decide(denied, 'Approved'))
  expect(again).toMatchObject({
    status: 422,
    json: {
      reason: 'Invalid',
      message:
        'CertificateSigningRequest.certificates.k8s.io "jane" is invalid: status.conditions: Forbidden: updates may not remove a condition of type "Denied"',
    },
  })
})

it('a request that breaks a rule of its signer fails, with the reason', async () => {
  const privateKeyPem = await createPrivateKeyPem()
  const requestPem = await createCertificateRequest({ commonName: 'jane', privateKeyPem })
  const object = made('jane', requestPem, { usages: ['server auth'] })
  const { json } = await send(admin, 'POST', path, object)
  await send(admin, 'PUT', `${path}/jane/approval`, decide(json, 'Approved'))
  await signApproved(authority)
  const failed = (await send(admin, 'GET', `${path}/jane`)).json
  expect(requestState(failed)).toBe('failed')
  expect(failed.status.conditions[1]).toMatchObject({
    type: 'Failed',
    status: 'True',
    reason: 'SignerValidationFailure',
    message: 'invalid usage for client certificate: server auth',
    lastUpdateTime: expect.any(String),
    lastTransitionTime: expect.any(String),
  })
})

it('certificates from before and after a rotation authenticate where the bundle is trusted', async () => {
  const first = await createAuthority({ commonName: 'ours', clock, random })
  const second = await rotateAuthority(first, { clock, random, keyType: 'rsa-2048' })
  await listening.close()
  await server.close()
  server = await createServer({ vocabulary: 'kubernetes', authentication: { clientCa: second.bundlePem } })
  listening = await server.listen()
  const signer = (signing: CertificateAuthority): ReturnType<typeof findSigner> =>
    findSigner(createBuiltInSigners({ vocabulary, authority: signing, clock }), apiserverClient)
  for (const signing of [first, second]) {
    const key = await createPrivateKeyPem()
    const requestPem = await createCertificateRequest({
      commonName: 'jane',
      organizations: ['dev'],
      privateKeyPem: key,
    })
    const object = made('jane', requestPem) as CertificateSigningRequestLike
    const answer = await signer(signing)!.sign(toSigningRequest(object))
    if (answer.type !== 'issued') throw new Error(answer.type)
    expect(await whoIs({ cert: answer.certificatePem, key })).toEqual({
      username: 'jane',
      groups: ['dev', 'system:authenticated'],
    })
  }
})

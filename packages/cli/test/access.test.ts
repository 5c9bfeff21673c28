import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { main } from '../src/index.ts'
import { run } from '../src/run.ts'

let folder: string
let stop = (): Promise<void> => Promise.resolve()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
})

afterEach(async () => {
  await stop()
  stop = () => Promise.resolve()
  await rm(folder, { recursive: true })
})

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

interface Answer {
  readonly status: number
  readonly body: string
}

interface Asking {
  readonly headers?: Record<string, string>
  readonly cert?: string
  readonly key?: string
  readonly body?: object
}

/** Starts the command with these flags; what is returned asks it. */
async function start(...args: string[]): Promise<(path: string, asking?: Asking) => Promise<Answer>> {
  const base = ['--secure-port=0', '--vocabulary=kubernetes', `--write-kubeconfig=${join(folder, 'config')}`]
  const silent = { out: (): void => {}, err: (): void => {} }
  const { url, ca, close } = await run(parseFlags([...base, ...args]) as CommandOptions, silent)
  stop = () => close()
  return (path, { headers = {}, cert, key, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = httpsRequest(
        url + path,
        { ca, agent: false, method: body ? 'POST' : 'GET', headers, ...(cert && { cert, key }) },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk))
          response.on('end', () => resolve({ status: response.statusCode!, body: text }))
        },
      )
      request.on('error', reject)
      request.end(body && JSON.stringify(body))
    })
}

const bearer = (token: string): { readonly headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
})
const configMaps = '/api/v1/namespaces/default/configmaps'
const authority = createServingCertificates({ vocabulary: kubernetesVocabulary })

describe('the command', () => {
  it('authenticates with the tokens, certificates and proxy of its files, and rejects anonymous requests', async () => {
    const tokens = await file('tokens', 'sesame,ali,u1,"system:masters"\n')
    const ca = await file('ca', authority.ca)
    const ask = await start(
      '--anonymous-auth=false',
      `--token-auth-file=${tokens}`,
      `--client-ca-file=${ca}`,
      `--requestheader-client-ca-file=${ca}`,
      '--requestheader-allowed-names=front',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
    )
    expect((await ask('/version')).status).toBe(401)
    expect((await ask(configMaps, bearer('sesame'))).status).toBe(200)
    expect((await ask(configMaps, bearer('open'))).status).toBe(401)
    const admin = authority.issueClientCertificate({ username: 'a', groups: ['system:masters'] })
    expect((await ask(configMaps, admin)).status).toBe(200)
    const front = authority.issueClientCertificate({ username: 'front' })
    const headers = { 'X-Remote-User': 'kim', 'X-Remote-Group': 'system:masters' }
    expect((await ask(configMaps, { ...front, headers })).status).toBe(200)
    expect((await ask(configMaps, { ...front, headers: { 'X-Remote-User': 'kim' } })).body).toContain('User \\"kim\\"')
  })

  it('authorizes with the policy file in the ABAC mode', async () => {
    const tokens = await file('tokens', 'one,jane,u1\ntwo,john,u2\n')
    const policies = await file(
      'policies',
      '{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"jane","namespace":"*","resource":"*","apiGroup":"*"}}\n',
    )
    const ask = await start(
      '--authorization-mode=ABAC',
      `--authorization-policy-file=${policies}`,
      `--token-auth-file=${tokens}`,
    )
    expect((await ask(configMaps, bearer('one'))).status).toBe(200)
    expect((await ask(configMaps, bearer('two'))).status).toBe(403)
  })

  it('issues service account tokens with the key, issuer and maximum lifetime of its flags', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = await file('key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    const tokens = await file('tokens', 'sesame,ali,u1,"system:masters"\n')
    const ask = await start(
      `--token-auth-file=${tokens}`,
      `--service-account-signing-key-file=${key}`,
      `--service-account-key-file=${key}`,
      '--service-account-issuer=https://issuer.example',
      '--service-account-max-token-expiration=2h',
      '--api-audiences=us,them',
    )
    const accounts = '/api/v1/namespaces/default/serviceaccounts'
    await ask(accounts, { ...bearer('sesame'), body: { metadata: { name: 'robot' } } })
    const { status, body } = await ask(`${accounts}/robot/token`, {
      ...bearer('sesame'),
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
    })
    expect(status).toBe(201)
    const request = JSON.parse(body)
    expect(request.spec).toMatchObject({ audiences: ['us', 'them'], expirationSeconds: 7200 })
    const claims = JSON.parse(Buffer.from(request.status.token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ iss: 'https://issuer.example', aud: ['us', 'them'] })
    const { body: jwks } = await ask('/openid/v1/jwks', bearer(request.status.token))
    expect(JSON.parse(jwks).keys).toMatchObject([{ kty: 'RSA', alg: 'RS256' }])
  })

  it('writes audit events, without tokens', async () => {
    const policy = await file('policy.yaml', 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n  - level: Metadata\n')
    const tokens = await file('tokens', 'sesame,ali,u1,"system:masters"\n')
    const log = join(folder, 'audit.log')
    const ask = await start(`--audit-policy-file=${policy}`, `--audit-log-path=${log}`, `--token-auth-file=${tokens}`)
    await ask(configMaps, bearer('sesame'))
    await stop()
    stop = () => Promise.resolve()
    const text = await readFile(log, 'utf8')
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events).toContainEqual(
      expect.objectContaining({
        stage: 'ResponseComplete',
        verb: 'list',
        user: expect.objectContaining({ username: 'ali' }),
      }),
    )
    expect(text).not.toContain('sesame')
  })

  it.each([
    'client-ca-file',
    'token-auth-file',
    'service-account-key-file',
    'service-account-signing-key-file',
    'authentication-token-webhook-config-file',
    'authorization-policy-file',
    'authorization-webhook-config-file',
    'audit-policy-file',
    'oidc-ca-file',
    'requestheader-client-ca-file',
  ])('exits 1 and names --%s when its file is unusable', async (flag) => {
    const beside: Record<string, string[]> = {
      'authorization-policy-file': ['--authorization-mode=ABAC'],
      'authorization-webhook-config-file': ['--authorization-mode=Webhook'],
      'audit-policy-file': ['--audit-log-path=-'],
      'oidc-ca-file': ['--oidc-issuer-url=https://issuer', '--oidc-client-id=us'],
      'requestheader-client-ca-file': ['--requestheader-username-headers=X-Remote-User'],
    }
    const nonsense = await file('nonsense', 'only one word\n')
    for (const path of [nonsense, join(folder, 'none')]) {
      const lines: string[] = []
      const output = { out: (text: string) => void lines.push(text), err: (text: string) => void lines.push(text) }
      expect(await main(['--secure-port=0', `--${flag}=${path}`, ...(beside[flag] ?? [])], output)).toBe(1)
      expect(lines.join('')).toMatch(new RegExp(`^pinnace: --${flag}: `))
    }
  })
})

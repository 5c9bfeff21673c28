import { ApisApi, CoreV1Api, KubeConfig, VersionApi } from '@kubernetes/client-node'
import { createTokenFileAuthenticator, parseTokenFile } from '@pinnace/authn'
import { createServer, type Server } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from './support/refusal.ts'

const namespace = 'default'
let server: Server
let admin: KubeConfig
let core: CoreV1Api

/** The same cluster, as another user. */
function as(user: object): KubeConfig {
  const config = new KubeConfig()
  const cluster = admin.getCurrentCluster()!
  config.loadFromClusterAndUser(cluster, { name: 'somebody', ...user } as never)
  return config
}

beforeAll(async () => {
  const authenticators = [createTokenFileAuthenticator(parseTokenFile('open-sesame,jane,u1,"devs,ops"'))]
  server = await createServer({ vocabulary: 'kubernetes', authenticators })
  admin = new KubeConfig()
  admin.loadFromString((await server.listen()).kubeconfig)
  core = admin.makeApiClient(CoreV1Api)
})
afterAll(() => server.close())

describe('a refusal reaches the client as a Status', () => {
  it('of a name that is not there', async () => {
    expect(await refusal(core.readNamespacedConfigMap({ namespace, name: 'none' }))).toEqual({
      code: 404,
      status: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'configmaps "none" not found',
        reason: 'NotFound',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      },
    })
  })

  it('of a name that is taken', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'taken' } } })
    const { code, status } = await refusal(
      core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'taken' } } }),
    )
    expect(code).toBe(409)
    expect(status).toMatchObject({ reason: 'AlreadyExists', message: 'configmaps "taken" already exists' })
  })

  it('of a namespace that is not there', async () => {
    const { code, status } = await refusal(
      core.createNamespacedConfigMap({ namespace: 'none', body: { metadata: { name: 'a' } } }),
    )
    expect(code).toBe(404)
    expect(status.message).toBe('namespaces "none" not found')
  })

  it('of a name that is none', async () => {
    const { code, status } = await refusal(
      core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'No Name' } } }),
    )
    expect(code).toBe(422)
    expect(status.message).toMatch(
      /^ConfigMap "No Name" is invalid: metadata\.name: Invalid value: "No Name": a lowercase RFC 1123 subdomain must consist of/,
    )
    expect(status.details!.causes![0]).toMatchObject({ reason: 'FieldValueInvalid', field: 'metadata.name' })
  })

  it('of an unknown field with strict field validation', async () => {
    const body = { metadata: { name: 'a' }, data: {} }
    const strict = core.createNamespacedConfigMap({ namespace, body, fieldValidation: 'strict-ish' })
    const { code, status } = await refusal(strict)
    expect(code).toBe(422)
    expect(status.message).toContain('fieldValidation: Unsupported value: "strict-ish"')
  })

  it('of a namespace in the body that is not the one of the path', async () => {
    const { code, status } = await refusal(
      core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a', namespace: 'other' } } }),
    )
    expect(code).toBe(400)
    expect(status.message).toBe('the namespace of the provided object does not match the namespace sent on the request')
  })

  it('of a continue token that is none', async () => {
    const { code, status } = await refusal(core.listNamespacedConfigMap({ namespace, _continue: 'nonsense' }))
    expect(code).toBe(400)
    expect(status.message).toMatch(/^invalid continue token: continue key is not valid/)
  })

  it('of a version that is still to come', async () => {
    const { code, status } = await refusal(
      core.listNamespacedConfigMap({ namespace, resourceVersion: '999999999', resourceVersionMatch: 'NotOlderThan' }),
    )
    expect(code).toBe(504)
    expect(status).toMatchObject({ reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } })
  }, 15_000)
})

describe('a client', () => {
  it('is authenticated by its certificate', async () => {
    expect((await core.listNamespace()).items.length).toBeGreaterThan(0)
  })

  it('is authenticated by its token, with the full message when it is forbidden', async () => {
    const { code, status } = await refusal(
      as({ token: 'open-sesame' }).makeApiClient(CoreV1Api).readNamespacedConfigMap({ namespace, name: 'x' }),
    )
    expect(code).toBe(403)
    expect(status.message).toBe(
      'configmaps "x" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"',
    )
    expect(status.details).toEqual({ name: 'x', kind: 'configmaps' })
  })

  it('is anonymous without credentials', async () => {
    const { code, status } = await refusal(as({}).makeApiClient(CoreV1Api).listNamespace())
    expect(code).toBe(403)
    expect(status.message).toBe(
      'namespaces is forbidden: User "system:anonymous" cannot list resource "namespaces" in API group "" at the cluster scope',
    )
  })

  it('is rejected with an unknown token', async () => {
    // The typed client drops the body of a 401.
    expect((await refusal(as({ token: 'guess' }).makeApiClient(CoreV1Api).listNamespace())).code).toBe(401)
  })

  it('is the name on a certificate the server issues', async () => {
    const issued = server.issueClientCertificate({ username: 'carol', groups: ['devs'] })
    const user = {
      certData: Buffer.from(issued.cert).toString('base64'),
      keyData: Buffer.from(issued.key).toString('base64'),
    }
    const { status } = await refusal(as(user).makeApiClient(CoreV1Api).listNode())
    expect(status.message).toContain('User "carol" cannot list resource "nodes"')
  })

  it('cannot be put on by a client', async () => {
    const { code } = await refusal(
      as({ token: 'open-sesame', impersonateUser: 'admin' }).makeApiClient(CoreV1Api).listNamespace(),
    )
    expect(code).toBe(403)
  })
})

describe('what a client asks of the server itself', () => {
  it('is its version', async () => {
    const version = await admin.makeApiClient(VersionApi).getCode()
    expect(version).toMatchObject({ major: '1' })
    expect(version.gitVersion).toMatch(/^v1\.\d+/)
  })

  it('is its groups', async () => {
    const { groups } = await admin.makeApiClient(ApisApi).getAPIVersions()
    expect(groups.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['apps', 'batch', 'rbac.authorization.k8s.io']),
    )
  })

  it('is the resources of the core group', async () => {
    const { resources } = await core.getAPIResources()
    expect(resources.find(({ name }) => name === 'pods')).toMatchObject({
      kind: 'Pod',
      namespaced: true,
      shortNames: ['po'],
    })
  })
})

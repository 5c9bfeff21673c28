import { forbidden, StatusError, type UserInfo } from '@pinnace/meta'
import type { AdmissionPlugin } from '@pinnace/server'
import { describe, expect, it } from 'vitest'
import { createTestServer, expectAllowed, expectDenied, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const ada: UserInfo = { username: 'ada', groups: ['devs'], extra: {} }
const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' }

const noBlue: AdmissionPlugin = {
  name: 'NoBlue',
  handles: (operation) => operation === 'CREATE',
  validate({ object, resource, name }) {
    if (object?.metadata.labels?.['color'] === 'blue') throw forbidden(resource, name, 'blue is taken')
  },
}

const startServer = (): Promise<TestServer> => createTestServer({ authorization: ['RBAC'], admission: [noBlue] })
const maps = (server: TestServer) => server.client(configMap, { user: ada }).namespace('default')

async function allow(server: TestServer, verbs: readonly string[]): Promise<void> {
  await server.client({ ...rbac, kind: 'ClusterRole' }).create({
    metadata: { name: 'devs' },
    rules: [{ verbs: [...verbs], apiGroups: [''], resources: ['configmaps'] }],
  })
  await server.client({ ...rbac, kind: 'ClusterRoleBinding' }).create({
    metadata: { name: 'devs' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'devs' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' }],
  })
}

describe('expectAllowed', () => {
  it('returns the result of an allowed call', async () => {
    await using server = await startServer()
    await allow(server, ['create'])
    const made = await expectAllowed(server, () => maps(server).create({ metadata: { name: 'a' } }))
    expect(made.metadata.name).toBe('a')
  })

  it('names the rule that is missing, and those that are near', async () => {
    await using server = await startServer()
    await allow(server, ['get'])
    const error = await expectAllowed(server, () => maps(server).create({ metadata: { name: 'a' } })).catch(
      (thrown: Error) => thrown,
    )
    const text = error instanceof Error ? error.message : ''
    expect(text).toContain('expected the call to be allowed\nreceived 403 Forbidden')
    expect(text).toContain('create configmaps default by ada: 403')
    expect(text).toContain('authentication: ada in the groups devs, by a client in this process')
    expect(text).toContain('authorization: denied')
    expect(text).toContain('in the namespace default or the cluster')
    expect(text).toContain('ClusterRole devs lacks the verb')
    expect(text).toContain('admission: no plugin has run')
  })

  it('names the admission plugin that has denied the request', async () => {
    await using server = await startServer()
    await allow(server, ['create'])
    const blue = { metadata: { name: 'a', labels: { color: 'blue' } } }
    await expect(expectAllowed(server, () => maps(server).create(blue))).rejects.toThrow(
      /rule .* of ClusterRole devs, bound by ClusterRoleBinding devs to Group devs\n.*admission: denied by NoBlue \(validate\): .*blue is taken/,
    )
  })
})

describe('expectDenied', () => {
  it('returns the error of what authorization or admission denies', async () => {
    await using server = await startServer()
    const create = () => maps(server).create({ metadata: { name: 'a', labels: { color: 'blue' } } })
    expect((await expectDenied(server, create)).code).toBe(403)
    await expectDenied(server, create, { by: 'authorization' })
    await expect(expectDenied(server, create, { by: 'admission' })).rejects.toThrow('to be denied by admission')
    await allow(server, ['create'])
    await expectDenied(server, create, { by: 'admission' })
  })

  it('names the rule and the plugins that have allowed a call', async () => {
    await using server = await startServer()
    await allow(server, ['create'])
    await expect(expectDenied(server, () => maps(server).create({ metadata: { name: 'a' } }))).rejects.toThrow(
      /it succeeded\n#\d+ create .*\n.*\n.*authorization: allowed.*\n.*of ClusterRole devs.*\n.*admission: allowed by .*NoBlue/,
    )
  })

  it('fails for a call that fails otherwise', async () => {
    await using server = await createTestServer()
    await expect(expectDenied(server, () => maps(server).get('none'))).rejects.toThrow(
      /received 404 NotFound.*\n.*\n.*\n.*authorization: allowed, as every request of this server/,
    )
  })

  it('knows an authenticator that has found the user, and credentials that nothing accepts', async () => {
    await using server = await createTestServer({
      anonymous: false,
      authorization: ['RBAC'],
      authenticators: [(request) => (request.header('x-user') === 'ada' ? ada : undefined)],
    })
    const ask = async (headers: Record<string, string>): Promise<void> => {
      const reply = await server.fetch(new Request('http://server/api/v1/namespaces/default/configmaps', { headers }))
      if (!reply.ok) throw new StatusError(reply.status === 401 ? 'Unauthorized' : 'Forbidden', await reply.text())
    }
    await expectDenied(server, () => ask({}), { by: 'authentication' })
    await expect(expectAllowed(server, () => ask({}))).rejects.toThrow(
      /#\d+ list configmaps default without a user: 401 in \d+ ms\n +authentication: rejected: no authenticator knows its credentials, and anonymous requests are not accepted\n +authorization: was not asked\n/,
    )
    await expect(expectAllowed(server, () => ask({ authorization: 'Bearer guessed' }))).rejects.toThrow(
      /authentication: rejected by bearer token: .*\S/,
    )
    await expect(expectAllowed(server, () => ask({ 'x-user': 'ada' }))).rejects.toThrow('by authenticator 1')
  })
})

it('the request log has the admission steps of a request', async () => {
  await using server = await createTestServer({ admission: [noBlue] })
  await maps(server).create({ metadata: { name: 'a' } })
  const steps = server.requests.at(-1)?.admission ?? []
  expect(steps).toContainEqual({ plugin: 'NoBlue', phase: 'validate' })
  expect(steps.map(({ plugin }) => plugin)).toContain('NamespaceLifecycle')
  await maps(server)
    .create({ metadata: { name: 'b', labels: { color: 'blue' } } })
    .catch(() => undefined)
  expect(server.requests.at(-1)?.admission.at(-1)).toMatchObject({ plugin: 'NoBlue', error: { code: 403 } })
})

import type { AdmissionPlugin } from '@pinnace/admission'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A server that writes down what its plugins are asked, after what is there already. */
async function serve(): Promise<{ readonly server: Server; readonly asked: string[] }> {
  const asked: string[] = []
  const note =
    (phase: string): NonNullable<AdmissionPlugin['validate']> =>
    ({ operation, kind, resource, subresource, namespace, name, options, dryRun, object, oldObject, user }) => {
      // The server itself charges quotas and makes what it needs.
      if (user.username.startsWith('system:apiserver')) return
      const what = subresource === '' ? resource.resource : `${resource.resource}/${subresource}`
      const has = [object === undefined ? '' : 'object', oldObject === undefined ? '' : 'oldObject'].join(' ').trim()
      const as = `${kind.kind}.${kind.version}`
      const line = `${operation} ${what} as ${as}, ${namespace}/${name}, ${has}, ${options?.kind ?? 'no options'}`
      asked.push(`${phase} ${line}${dryRun ? ', dry run' : ''}`)
    }
  const witness: AdmissionPlugin = {
    name: 'Witness',
    handles: () => true,
    admit: note('admit'),
    validate: note('validate'),
  }
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', admission: [witness] })
  servers.push(server)
  const post = (path: string, body: object): ReturnType<typeof call> => call(server, 'POST', path, { body })
  await post('/api/v1/nodes', { metadata: { name: 'n' } })
  await post(maps, { metadata: { name: 'a' } })
  await post(pods, pod('p'))
  await post(deployments, deployment)
  await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
  asked.length = 0
  return { server, asked }
}

const maps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const pod = (name: string): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } })
const deployment = {
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
}
const json = 'application/json'
const merge = 'application/merge-patch+json'
const applied = 'application/apply-patch+yaml'
const applyMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { k: 'v' },
})

const map = 'configmaps as ConfigMap.v1'
const both = 'object oldObject'

/** Method, target, type and body; and what plugins are asked, to change and then to judge. */
const table: readonly (readonly [string, string, string, unknown, readonly string[]])[] = [
  ['POST', maps, json, { metadata: { name: 'b' } }, [`CREATE ${map}, default/b, object, CreateOptions`]],
  [
    'POST',
    `${maps}?dryRun=All`,
    json,
    { metadata: { name: 'b' } },
    [`CREATE ${map}, default/b, object, CreateOptions, dry run`],
  ],
  [
    'PUT',
    `${maps}/a`,
    json,
    { metadata: { name: 'a' }, data: { k: 'v' } },
    [`UPDATE ${map}, default/a, ${both}, UpdateOptions`],
  ],
  ['PATCH', `${maps}/a`, merge, { data: { k: 'v' } }, [`UPDATE ${map}, default/a, ${both}, UpdateOptions`]],
  [
    'PATCH',
    `${maps}/a`,
    'application/strategic-merge-patch+json',
    { data: { k: 'v' } },
    [`UPDATE ${map}, default/a, ${both}, UpdateOptions`],
  ],
  [
    'PATCH',
    `${maps}/a`,
    'application/json-patch+json',
    [{ op: 'add', path: '/data', value: { k: 'v' } }],
    [`UPDATE ${map}, default/a, ${both}, UpdateOptions`],
  ],
  ['PATCH', `${maps}/a?fieldManager=me`, applied, applyMap('a'), [`UPDATE ${map}, default/a, ${both}, UpdateOptions`]],
  ['PATCH', `${maps}/b?fieldManager=me`, applied, applyMap('b'), [`CREATE ${map}, default/b, object, CreateOptions`]],
  [
    'PATCH',
    `${maps}/a?dryRun=All`,
    merge,
    { data: { k: 'v' } },
    [`UPDATE ${map}, default/a, ${both}, UpdateOptions, dry run`],
  ],
  ['DELETE', `${maps}/a`, json, undefined, [`DELETE ${map}, default/a, oldObject, DeleteOptions`]],
  ['DELETE', `${maps}/a?dryRun=All`, json, undefined, [`DELETE ${map}, default/a, oldObject, DeleteOptions, dry run`]],
  ['DELETE', pods, json, undefined, ['DELETE pods as Pod.v1, default/, oldObject, DeleteOptions']],
  [
    'PATCH',
    `${pods}/p/status`,
    merge,
    { status: { message: 'm' } },
    [`UPDATE pods/status as Pod.v1, default/p, ${both}, UpdateOptions`],
  ],
  [
    'PUT',
    `${deployments}/d/scale`,
    json,
    { metadata: { name: 'd', namespace: 'default' }, spec: { replicas: 3 } },
    [`UPDATE deployments/scale as Scale.v1, default/d, ${both}, UpdateOptions`],
  ],
  [
    'POST',
    `${pods}/p/binding`,
    json,
    { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } },
    ['CREATE pods/binding as Binding.v1, default/p, object, CreateOptions'],
  ],
  [
    'POST',
    `${pods}/p/eviction`,
    json,
    { metadata: { name: 'p' } },
    ['CREATE pods/eviction as Eviction.v1, default/p, object, CreateOptions'],
  ],
  [
    'POST',
    '/api/v1/namespaces/default/serviceaccounts/default/token',
    json,
    { spec: {} },
    ['CREATE serviceaccounts/token as TokenRequest.v1, default/default, object, CreateOptions'],
  ],
  [
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    json,
    { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } },
    ['CREATE selfsubjectaccessreviews as SelfSubjectAccessReview.v1, /, object, CreateOptions'],
  ],
  [
    'POST',
    '/api/v1/namespaces',
    json,
    { metadata: { name: 'team' } },
    ['CREATE namespaces as Namespace.v1, team/team, object, CreateOptions'],
  ],
  [
    'POST',
    `${pods}/p/exec?command=ls&stdout=true`,
    json,
    undefined,
    ['CONNECT pods/exec as PodExecOptions.v1, default/p, object, no options'],
  ],
  ['GET', `${maps}/a`, json, undefined, []],
  ['GET', maps, json, undefined, []],
  ['GET', `${deployments}/d/scale`, json, undefined, []],
  ['GET', '/api/v1/configmaps?limit=1', json, undefined, []],
]

describe('plugins', () => {
  it.each(table)('are asked about %s %s (%s %j)', async (method, target, type, body, expected) => {
    const { server, asked } = await serve()
    const answer = await call(server, method, target, { body, headers: { 'content-type': type } })
    expect(answer.status).toBeLessThan(target.includes('/exec') ? 504 : 300)
    expect(asked).toEqual(['admit', 'validate'].flatMap((phase) => expected.map((line) => `${phase} ${line}`)))
  })

  it('that judge know a name which the server has made', async () => {
    const { server, asked } = await serve()
    const { json: made } = await call(server, 'POST', maps, { body: { metadata: { generateName: 'b-' } } })
    expect(asked).toEqual([
      `admit CREATE ${map}, default/, object, CreateOptions`,
      `validate CREATE ${map}, default/${made.metadata.name}, object, CreateOptions`,
    ])
  })

  it('are asked about a collection that is deleted one object at a time, without its name', async () => {
    const { server, asked } = await serve()
    for (const name of ['b', 'c']) await call(server, 'POST', maps, { body: { metadata: { name } } })
    asked.length = 0
    expect((await call(server, 'DELETE', maps)).status).toBe(200)
    const about = ['admit', 'validate'].map((phase) => `${phase} DELETE ${map}, default/, oldObject, DeleteOptions`)
    expect(asked).toEqual([...about, ...about, ...about])
  })

  it('are asked nothing about a watch', async () => {
    const { server, asked } = await serve()
    const watch = await openWatch(server, `${maps}?watch=true`)
    await watch.until(1)
    watch.leave()
    expect(asked).toEqual([])
  })
})

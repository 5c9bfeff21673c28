// One object, two versions: managers of one version keep their fields when another manager writes in the other version.
import { beforeEach, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { apply, entryNames, ownedPaths, patch, post } from './actors.ts'

const collection = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
const autoscaler = (version: string, spec: object): object => ({
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h' },
  spec,
})
const target = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const made = await post(
    server,
    collection('v2'),
    'creator',
    autoscaler('v2', { scaleTargetRef: target, minReplicas: 2, maxReplicas: 5 }),
  )
  expect(made.status).toBe(201)
})

it('an update at another version takes only what it changes', async () => {
  const { json } = await patch(server, 'merge', `${collection('v1')}/h`, 'writer', { spec: { maxReplicas: 7 } })
  expect(json.apiVersion).toBe('autoscaling/v1')
  expect(entryNames(json)).toEqual(['creator Update', 'writer Update'])
  expect(json.metadata.managedFields.map(({ apiVersion }: { apiVersion: string }) => apiVersion)).toEqual([
    'autoscaling/v2',
    'autoscaling/v1',
  ])
  expect(ownedPaths(json)['creator Update']).toContain('.spec.minReplicas')
  expect(ownedPaths(json)['creator Update']).not.toContain('.spec.maxReplicas')
  expect(ownedPaths(json)['writer Update']).toEqual(['.spec.maxReplicas'])
})

it('an apply at another version conflicts with the owner, and names the version the field was written at', async () => {
  const { status, json } = await apply(server, `${collection('v1')}/h`, 'one', autoscaler('v1', { maxReplicas: 9 }))
  expect([status, json.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "creator" using autoscaling/v2: .spec.maxReplicas',
  ])
})

it('an applier that moves on to another version still gives up what it applied before', async () => {
  const first = await apply(
    server,
    `${collection('v1')}/h`,
    'one',
    autoscaler('v1', { targetCPUUtilizationPercentage: 50 }),
    { force: true },
  )
  expect(first.status).toBe(200)
  const second = await apply(server, `${collection('v2')}/h`, 'one', autoscaler('v2', { minReplicas: 2 }))
  expect([second.status, entryNames(second.json)]).toEqual([200, ['one Apply', 'creator Update']])
  expect(ownedPaths(second.json)['one Apply']).toEqual(['.spec.minReplicas'])
})

// Asked of kube-apiserver 1.36, which knows the versions of one group only.
it('an event forgets the managers that wrote it in the other group', async () => {
  const events = '/api/v1/namespaces/default/events'
  const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' }
  await post(server, events, 'core', { metadata: { name: 'e' }, involvedObject, reason: 'R', message: 'm' })
  const other = '/apis/events.k8s.io/v1/namespaces/default/events/e'
  const label = (a: string): object => ({ metadata: { labels: { a } } })
  expect(entryNames((await patch(server, 'merge', other, 'new', label('b'))).json)).toEqual(['new Update'])
  expect(entryNames((await patch(server, 'merge', `${events}/e`, 'old', label('c'))).json)).toEqual(['old Update'])
})

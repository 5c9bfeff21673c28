import { createServer } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFaultyStore, createSeededRandom, eventually } from '../src/index.ts'
import { expect, it } from 'vitest'
import { startControllers, type Controllers } from '@pinnace/controllers'

it('controllers of several servers over one store run on one, and on another one after it has lost the store', async () => {
  const memory = createMemoryStore()
  const random = createSeededRandom(1)
  const connections = [0, 1].map(() => createFaultyStore({ store: memory, random }))
  const servers = []
  for (const { store } of connections) {
    servers.push(await createServer({ store, vocabulary: 'kubernetes', preset: 'testing' }))
  }
  const [firstServer, secondServer] = servers
  const [firstConnection] = connections
  if (firstServer === undefined || secondServer === undefined) throw new TypeError('two servers were expected')
  const begin = (server: typeof firstServer, identity: string): Controllers =>
    startControllers({
      client: server.connect(),
      controllers: ['serviceaccount-controller'],
      leaderElection: { identity, leaseDurationMs: 900, renewDeadlineMs: 600, retryPeriodMs: 50 },
    })
  const first = begin(firstServer, 'first')
  await first.started
  const second = begin(secondServer, 'second')
  const namespaces = secondServer.client({ apiVersion: 'v1', kind: 'Namespace' })
  const accounts = secondServer.client({ apiVersion: 'v1', kind: 'ServiceAccount' })
  await namespaces.create({ metadata: { name: 'one' } })
  await eventually(async () => (await accounts.namespace('one').list()).items.length, 1)
  expect([first.isLeader, second.isLeader]).toEqual([true, false])
  // The first process no longer reaches the store: it gives up leading, and the other one takes over.
  firstConnection?.fail()
  firstConnection?.endWatches()
  await eventually(() => [first.isLeader, second.isLeader], [false, true])
  await namespaces.create({ metadata: { name: 'two' } })
  await eventually(async () => (await accounts.namespace('two').list()).items.length, 1)
  firstConnection?.recover()
  // It follows again, without a restart.
  const lease = secondServer.client({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }).namespace('kube-system')
  expect(await lease.get('controllers')).toMatchObject({ spec: { holderIdentity: 'second' } })
  await second.stop()
  await eventually(() => first.isLeader, true)
  await namespaces.create({ metadata: { name: 'three' } })
  await eventually(async () => (await accounts.namespace('three').list()).items.length, 1)
  await first.stop()
  for (const server of servers) await server.close()
}, 30_000)

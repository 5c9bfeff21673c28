import { createClientOver, type Transport } from '@pinnace/client'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { selectControllers, startControllers, type Controller } from '../src/index.ts'

const controller = (name: string, isDefault: boolean): Controller => ({
  name,
  isDefault,
  start: () => ({ stop: async () => {} }),
})
const three = [controller('a', true), controller('b', true), controller('c', false)]

describe('the selection of controllers', () => {
  it.each([
    [['*'], ['a', 'b']],
    [['*', '-a'], ['b']],
    [
      ['*', 'c'],
      ['a', 'b', 'c'],
    ],
    [['c'], ['c']],
    [['-a', 'a', '*'], ['b']],
    [[], []],
  ])('of %j is %j', (words, names) => {
    expect(selectControllers(three, words).map(({ name }) => name)).toEqual(names)
  })

  it('accepts former names', () => {
    const cleaner = controller('token-cleaner-controller', false)
    const names = (words: readonly string[]): readonly string[] =>
      selectControllers([...three, cleaner], words).map(({ name }) => name)
    expect(names(['*', 'tokencleaner'])).toEqual(['a', 'b', 'token-cleaner-controller'])
    expect(names(['-tokencleaner', '*', 'token-cleaner-controller'])).toEqual(['a', 'b'])
  })

  it('throws for an unknown name', () => {
    expect(() => selectControllers(three, ['*', '-d'])).toThrow(
      new TypeError('"d" is not in the list of known controllers'),
    )
  })
})

describe('controllers', () => {
  it('create the service account and the CA ConfigMap of every namespace, and restore them', async () => {
    await using server = await createTestServer()
    await using controllers = startControllers({ client: server.connect(), rootCa: 'PEM' })
    await controllers.started
    const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' })
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' })
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'new' } })
    const authority = { fieldSelector: 'metadata.name=kube-root-ca.crt' }
    const settled = async (): Promise<void> => {
      await eventually(
        async () => (await accounts.list()).items,
        (items) => items.length === 5,
      )
      await eventually(
        async () => (await configMaps.list(authority)).items,
        (items) => items.length === 5,
      )
    }
    await settled()
    expect(await configMaps.namespace('new').get('kube-root-ca.crt')).toMatchObject({ data: { 'ca.crt': 'PEM' } })
    await accounts.namespace('new').delete('default')
    await configMaps.namespace('new').delete('kube-root-ca.crt')
    await configMaps.namespace('default').patch('kube-root-ca.crt', { data: { 'ca.crt': 'other' } })
    await settled()
    await eventually(async () => {
      const { data } = (await configMaps.namespace('default').get('kube-root-ca.crt')) as { data: object }
      return JSON.stringify(data)
    }, '{"ca.crt":"PEM"}')
    expect(Object.values(controllers.health()).every(Boolean)).toBe(true)
  })

  it('stop at once, also before they have started', async () => {
    await using server = await createTestServer()
    const controllers = startControllers({ client: server.connect() })
    await controllers.stop()
    await expect(controllers.started).rejects.toThrow('the controllers have been stopped')
  })

  it('run in one of several processes, and in the next one when that stops', async () => {
    await using server = await createTestServer()
    const begin = (identity: string): ReturnType<typeof startControllers> =>
      startControllers({
        client: server.connect(),
        controllers: ['serviceaccount-controller'],
        leaderElection: { identity, leaseDurationMs: 600, renewDeadlineMs: 400, retryPeriodMs: 50 },
      })
    await using first = begin('first')
    await first.started
    await using second = begin('second')
    await eventually(() => first.isLeader, true)
    expect(second.isLeader).toBe(false)
    await first.stop()
    await second.started
    expect(second.isLeader).toBe(true)
  })

  it('retry work that has failed for a long time', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const client = server.connect()
    let isAway = true
    const transport: Transport = {
      ...client.transport,
      create: (...call) => (isAway ? Promise.reject(new Error('no connection')) : client.transport.create(...call)),
    }
    await using controllers = startControllers({
      client: createClientOver({ transport, vocabulary: server.vocabulary }),
      controllers: ['serviceaccount-controller'],
      clock,
    })
    await controllers.started
    for (let minute = 0; minute < 30; minute++) await clock.advance(60_000)
    expect(controllers.health()).toEqual({ 'serviceaccount-controller': false })
    isAway = false
    await clock.advance(1_000_000)
    const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' })
    await eventually(
      async () => (await accounts.list()).items,
      (items) => items.length === 4,
    )
    expect(controllers.health()).toEqual({ 'serviceaccount-controller': true })
  })

  it('stop also when one of them fails to stop', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const before = clock.pending
    const reported: string[] = []
    const controllers = startControllers({
      client: server.connect(),
      clock,
      additional: [{ ...controller('broken', true), start: () => ({ stop: () => Promise.reject(new Error('no')) }) }],
      onError: (error, { controller: which }) => reported.push(`${which}: ${(error as Error).message}`),
    })
    await controllers.started
    await controllers.stop()
    expect(reported).toEqual(['broken: no'])
    expect(clock.pending).toBe(before)
  })

  it('report that they could not start, also after an election', async () => {
    await using server = await createTestServer()
    const broken: Controller = {
      name: 'broken',
      isDefault: true,
      start() {
        throw new Error('it does not start')
      },
    }
    for (const leaderElection of [undefined, { identity: 'a' }]) {
      const reported: string[] = []
      await using controllers = startControllers({
        client: server.connect(),
        controllers: ['broken'],
        additional: [broken],
        ...(leaderElection === undefined ? {} : { leaderElection }),
        onError: (error, { controller: which }) => reported.push(`${which}: ${(error as Error).message}`),
      })
      await expect(controllers.started).rejects.toThrow('it does not start')
      expect(reported).toEqual([
        `${leaderElection === undefined ? 'controllers' : 'leader-election'}: it does not start`,
      ])
    }
  })
})

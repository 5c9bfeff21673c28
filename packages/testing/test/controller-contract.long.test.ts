import type { Client, ResourceClient } from '@pinnace/client'
import { StatusError, type ApiObject, type Clock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { controllerContract, controllerPromises, openControllerTrial, type ControllerScene } from '../src/index.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
  /** Of secrets. */
  readonly stringData?: Readonly<Record<string, string>>
}

const guests = (client: Client): ResourceClient<ConfigMap> =>
  client.resource<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
const greetings = (client: Client): ResourceClient<ConfigMap> =>
  client.resource<ConfigMap>({ apiVersion: 'v1', kind: 'Secret' }).namespace('default')

type Reconcile = (client: Client, guest: ConfigMap) => Promise<void>

/** A controller that lists and watches, and reconciles again what has failed. */
function startLoop(client: Client, clock: Clock, reconcile: Reconcile): { stop(): Promise<void> } {
  const done = new AbortController()
  const { signal } = done
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  const each = async (guest: ConfigMap): Promise<void> => {
    while (!signal.aborted) {
      const isDone = await reconcile(client, guest).then(
        () => true,
        () => false,
      )
      if (isDone) return
      await pause(1000)
    }
  }
  const pass = async (): Promise<void> => {
    const { items, metadata } = await guests(client).list()
    for (const guest of items) await each(guest)
    const { resourceVersion = '' } = metadata
    for await (const { type, object } of guests(client).watch({ resourceVersion, signal })) {
      if (type === 'ADDED' || type === 'MODIFIED') await each(object)
    }
  }
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await pass().catch(() => undefined)
      if (!signal.aborted) await pause(1000)
    }
  }
  const running = loop()
  return {
    async stop() {
      done.abort()
      void running
    },
  }
}

const isGuest = ({ metadata }: ConfigMap): boolean => metadata.labels?.['guest'] === 'yes'

const greet: Reconcile = async (client, guest) => {
  if (!isGuest(guest)) return
  const name = guest.metadata.name ?? ''
  const stringData = { text: `hello ${guest.data?.['name'] ?? ''}` }
  try {
    const found = await greetings(client).get(name)
    if (found.data?.['text'] === Buffer.from(stringData.text).toString('base64')) return
    await greetings(client).patch(name, { stringData })
  } catch (error) {
    if (!(error instanceof StatusError && error.code === 404)) throw error
    await greetings(client).create({ metadata: { name }, stringData })
  }
}

const scene = (reconcile: Reconcile): ControllerScene => ({
  start: ({ client, clock }) => startLoop(client, clock, reconcile),
  changes: [
    (client) => guests(client).create({ metadata: { name: 'ada', labels: { guest: 'yes' } }, data: { name: 'Ada' } }),
    (client) => guests(client).patch('ada', { data: { name: 'Ada L.' } }),
    (client) => guests(client).create({ metadata: { name: 'bob', labels: { guest: 'yes' } }, data: { name: 'Bob' } }),
  ],
  outcome: async (client) =>
    (await greetings(client).list()).items.map(({ metadata, data }) => [metadata.name, data?.['text']]),
  limits: { orders: 3 },
})

// Each promise has many runs, and a busy machine takes many times as long as an idle one.
const timeout = 300_000

controllerContract('a controller that is idempotent', scene(greet), {
  describe,
  it: (name, body) => it(name, body, timeout),
})

/** Which promises a controller breaks. */
async function broken(reconcile: Reconcile, limits = {}): Promise<readonly string[]> {
  const names: string[] = []
  for (const { name, run } of controllerPromises) {
    await run(openControllerTrial({ ...scene(reconcile), limits: { orders: 2, ...limits } })).catch(() =>
      names.push(name),
    )
  }
  return names
}

describe('the contract finds', { timeout }, () => {
  it('a controller that counts events', async () => {
    const seen = new Map<string, number>()
    const count: Reconcile = async (client, guest) => {
      if (!isGuest(guest)) return
      const name = guest.metadata.name ?? ''
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      await greetings(client).apply(
        { metadata: { name }, data: { text: String(times) } },
        { fieldManager: 'c', force: true },
      )
    }
    expect(await broken(count)).toEqual(
      expect.arrayContaining([
        'writes nothing when it is started again and nothing has changed',
        'has the same outcome when events are repeated',
      ]),
    )
  })

  it('a controller that marks its work as done before it is', async () => {
    const early: Reconcile = async (client, guest) => {
      if (!isGuest(guest) || guest.metadata.labels?.['greeted'] === guest.data?.['name']?.[0]) return
      const name = guest.metadata.name ?? ''
      await guests(client).patch(name, { metadata: { labels: { greeted: guest.data?.['name']?.[0] } } })
      await greetings(client)
        .create({ metadata: { name }, stringData: { text: 'hello' } })
        .catch(() => undefined)
    }
    expect(await broken(early)).toContain('survives a restart at every write, before it is done')
  })

  it('a controller that does nothing', async () => {
    expect(await broken(async () => {})).toContain('acts on the changes, and comes to rest')
  })
})

it('a scene needs changes', () => {
  expect(() => openControllerTrial({ ...scene(greet), changes: [] })).toThrow('changes must not be empty')
})

import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'

const hourMs = 3_600_000

describe.each([
  ['forward', hourMs],
  ['back', -hourMs],
])('a clock that jumps an hour %s', (_, jumpMs) => {
  it('leaves durations alone: uptime, health, deadlines, watches, their bookmarks and their time limit', async () => {
    const clock = createFakeClock()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await using server = await createTestServer({
      clock,
      admission: [
        {
          name: 'Held',
          handles: () => true,
          validate: async ({ object }) => {
            if (object?.metadata.name === 'held') await held
          },
        },
      ],
    })
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const seen: string[] = []
    const watch = (async () => {
      const events = configMaps.watch({ resourceVersion: '0', allowWatchBookmarks: true, timeoutSeconds: 120 })
      for await (const { type, object } of events) seen.push(`${type} ${object.metadata.name ?? ''}`.trim())
      seen.push('end')
    })()
    await clock.advance(10_000)
    const writing = configMaps.create({ metadata: { name: 'held' } })
    await clock.advance(1_000)

    clock.jumpTo(clock.now() + jumpMs)

    await clock.advance(1_000)
    // The request is not over its deadline, and is answered.
    release()
    expect((await writing).metadata.name).toBe('held')
    // The first bookmark is that at the end of the state.
    await eventually(() => seen, ['BOOKMARK', 'ADDED held'])
    const text = async (path: string): Promise<string> =>
      (await server.fetch(new Request(`http://server${path}`))).text()
    expect(await text('/statusz')).toContain('Up:  0 hr 00 min 12 sec')
    expect(await text('/readyz')).toBe('ok')
    await clock.advance(61_000)
    expect(seen.filter((event) => event === 'BOOKMARK').length).toBeGreaterThan(1)
    expect(seen).not.toContain('end')
    await clock.advance(60_000)
    await watch
    expect(seen.at(-1)).toBe('end')
  })

  it('is followed by the creation time of objects', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    clock.jumpTo(clock.now() + jumpMs)
    const { metadata } = await configMaps.create({ metadata: { name: 'made' } })
    expect(Date.parse(metadata.creationTimestamp ?? '')).toBe(clock.now())
  })

  it('is followed by the validity of tokens', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const accounts = '/api/v1/namespaces/default/serviceaccounts'
    await call(server, 'POST', accounts, { body: { metadata: { name: 'account' } } })
    const made = await call(server, 'POST', `${accounts}/account/token`, { body: { spec: { expirationSeconds: 600 } } })
    const { token } = made.json.status
    const isValid = async (): Promise<boolean> => {
      const path = '/apis/authentication.k8s.io/v1/tokenreviews'
      const { json } = await call(server, 'POST', path, { body: { spec: { token } } })
      return json.status.authenticated === true
    }
    expect(await isValid()).toBe(true)
    clock.jumpTo(clock.now() + jumpMs)
    // Its expiry has passed, or its first second has not come.
    expect(await isValid()).toBe(false)
    clock.jumpTo(clock.now() - jumpMs)
    expect(await isValid()).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const target = '/api/v1/namespaces/default/configmaps'

describe('requests under way', () => {
  it('beyond the limit are rejected with 429 and a Retry-After header', async () => {
    let open = (): void => {}
    const held = new Promise<void>((resolve) => (open = resolve))
    const server = await createServer({
      vocabulary: 'kubernetes',
      priorityAndFairness: false,
      maxInFlight: { reading: 1 },
      authenticators: [() => ({ username: 'u', groups: [], extra: {} })],
      authorizers: [
        async ({ verb }) => {
          if (verb === 'list') await held
          return { effect: 'allow', reason: '' }
        },
      ],
    })
    const first = call(server, 'GET', target)
    const second = await call(server, 'GET', target)
    expect([second.status, second.text, second.headers['content-type'], second.headers['retry-after']]).toEqual([
      429,
      'Too many requests, please try again later.\n',
      'text/plain; charset=utf-8',
      '1',
    ])
    const write = await call(server, 'POST', target, { body: { metadata: { name: 'a' } } })
    expect(write.status).toBe(201)
    open()
    expect((await first).status).toBe(200)
    expect((await call(server, 'GET', target)).status).toBe(200)
  })

  it('do not count watches', async () => {
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', maxInFlight: { reading: 1 } })
    const watches = await Promise.all([openWatch(server, `${target}?watch=1`), openWatch(server, `${target}?watch=1`)])
    expect((await call(server, 'GET', target)).status).toBe(200)
    for (const watch of watches) watch.leave()
  })
})

describe('deadlines', () => {
  it('end a request that takes too long with 504', async () => {
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      admission: [
        {
          name: 'Slow',
          handles: () => true,
          validate: ({ name }) => (name === 'slow' ? new Promise<void>(() => {}) : undefined),
        },
      ],
    })
    const { status, json } = await call(server, 'POST', `${target}?timeout=20ms`, {
      body: { metadata: { name: 'slow' } },
    })
    expect([status, json.reason]).toEqual([504, 'Timeout'])
  })

  it('that cannot be parsed are rejected with 400 before authentication', async () => {
    const server = await createServer({ vocabulary: 'kubernetes', anonymous: false })
    expect((await call(server, 'GET', `${target}?timeout=soon`)).status).toBe(400)
    expect((await call(server, 'GET', target)).status).toBe(401)
  })
})

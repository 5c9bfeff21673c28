import { defineResource, z } from '@pinnace/resources/define'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostile, type HostileServer } from './hostile-server.ts'

/** Patterns with exponential time in a backtracking engine. */
const evil = {
  nested: '^(a+)+$',
  alternatives: '^(a|aa)+$',
  overlapping: '^(a|a?)+$',
  stars: '^(.*a){20}$',
  trailing: '\\s+$',
  words: '^([a-zA-Z0-9]+\\s?)*$',
}
const Guarded = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Guarded',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object(
      Object.fromEntries(
        Object.entries(evil).map(([name, pattern]) => [name, z.string().regex(new RegExp(pattern)).optional()]),
      ),
    ),
  }),
})
const target = '/apis/example.dev/v1/namespaces/default/guardeds'
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile({ resources: [Guarded] })
})
afterAll(() => hostile.close())

describe("a pattern of the host's kind", () => {
  it.each(Object.keys(evil))('answers text made to stall it: %s', async (name) => {
    const text = name === 'trailing' ? `${' '.repeat(50_000)}x` : `${'a'.repeat(50_000)}!`
    const begun = performance.now()
    const { status, json } = await hostile.send('POST', target, {
      body: { metadata: { name }, spec: { [name]: text } },
    })
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(status).toBe(422)
    expect(json.details.causes[0].field).toBe(`spec.${name}`)
  })

  it('lets through what it matches', async () => {
    const { status } = await hostile.send('POST', target, {
      body: { metadata: { name: 'good' }, spec: { nested: 'a'.repeat(50_000) } },
    })
    expect(status).toBe(201)
  })

  it('keeps others waiting no longer than it takes', async () => {
    const slow = hostile.send('POST', target, {
      body: { metadata: { name: 'slow' }, spec: { nested: `${'a'.repeat(100_000)}!` } },
    })
    const begun = performance.now()
    expect((await hostile.send('GET', target)).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(20_000)
    await slow
  })
})

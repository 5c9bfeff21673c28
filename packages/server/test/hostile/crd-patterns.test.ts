import { systemClock, type Clock } from '@pinnace/meta'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
/** Turns of the event loop that the server has asked for, and the milliseconds that each takes. */
let turns = 0
let turnMs = 0
let aheadMs = 0
const clock: Clock = {
  ...systemClock,
  monotonic: () => aheadMs,
  soon(callback) {
    turns++
    aheadMs += turnMs
    systemClock.soon(callback)
  },
}

let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
})
afterAll(() => server.close())
afterEach(() => (turnMs = 0))

function create(plural: string, patterns: readonly string[]): Promise<Answer> {
  const properties = Object.fromEntries(
    patterns.map((pattern, index) => [`text${index}`, { type: 'string', pattern }] as const),
  )
  const openAPIV3Schema = { type: 'object', properties }
  turns = 0
  return call(server, 'POST', definitions, {
    body: {
      metadata: { name: `${plural}.example.dev` },
      spec: {
        group: 'example.dev',
        scope: 'Cluster',
        names: { plural, kind: plural.toUpperCase() },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    },
  })
}

/** Patterns of so many characters, each of them another one. */
function long(count: number, length: number, letter: string): string[] {
  return Array.from({ length: count }, (_, index) => letter.repeat(length) + String(index))
}

describe('a pattern of a CRD', () => {
  it.each([
    ['of 5,001 characters', 'a'.repeat(5_001), 10_002],
    ['that repeats much', '(a{1,30}b){1,300}c{1,1000}', 10_326],
    [
      'that folds the cases of every character, again and again',
      '(?i)[a-\u{10ffff}][b-\u{10ffff}][c-\u{10ffff}][d-\u{10ffff}]',
      12_600,
    ],
  ])('is refused with 422 and its field: %s', async (_what, pattern) => {
    const { status, json } = await create('refused', [pattern])
    const field = 'spec.validation.openAPIV3Schema.properties[text0].pattern'
    expect([status, json.details.causes.map((cause: { field: string }) => cause.field)]).toEqual([422, [field]])
    expect(json.message).toMatch(
      /must be a valid regular expression, but isn't: error parsing regexp: expression too large: it takes \d+ steps to compile, at most 10000 are supported/,
    )
  })

  it('has 4,900 characters, or repeats a class 1,000 times', async () => {
    expect(
      (await create('accepted', ['a'.repeat(4_900), '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', '^.{1,1000}$'])).status,
    ).toBe(201)
  })
})

describe('a text that is matched with a pattern', () => {
  it('is refused with 422 where matching it could take long', async () => {
    await create('matched', ['^a{1,1000}$', '^a+$'])
    const send = (name: string, text: object): Promise<Answer> =>
      call(server, 'POST', '/apis/example.dev/v1/matched', {
        body: { apiVersion: 'example.dev/v1', kind: 'MATCHED', metadata: { name }, ...text },
      })
    const { status, json } = await send('a', { text0: 'a'.repeat(25_000) })
    expect([status, json.details.causes[0].field]).toEqual([422, 'text0'])
    expect(json.message).toContain("text0 in body is too long to be matched with '^a{1,1000}$'")
    expect((await send('b', { text0: 'a'.repeat(24_000) })).json.message).toContain('should match')
    expect((await send('c', { text1: 'a'.repeat(1_000_000) })).status).toBe(201)
  })
})

describe('the patterns of a CRD', () => {
  it('are compiled one in a turn of the event loop, once for the CRD and its objects', async () => {
    const patterns = long(8, 1_000, 'b')
    expect([(await create('many', patterns)).status, turns >= 8]).toEqual([201, true])
    turns = 0
    const target = '/apis/example.dev/v1/many'
    const body = { apiVersion: 'example.dev/v1', kind: 'MANY', metadata: { name: 'a' }, text0: 'x', text7: patterns[7] }
    const { status, json } = await call(server, 'POST', target, { body })
    expect([status, json.details.causes.length, turns < 3]).toEqual([422, 1, true])
  })

  it('that are few and short take no turn of their own', async () => {
    expect([(await create('short', ['^a+$', '^b+$'])).status, turns]).toEqual([201, 0])
  })

  it('are not compiled after the deadline of the request', async () => {
    turnMs = 10_000
    const { status, json } = await create('late', long(12, 1_000, 'c'))
    expect([status, json.reason, turns < 6]).toEqual([504, 'Timeout', true])
    turnMs = 0
    expect((await call(server, 'GET', `${definitions}/late.example.dev`)).status).toBe(404)
  })

  it('are refused with 422 where they take more than 100,000 steps together, none of them compiled', async () => {
    const { status, json } = await create('together', long(12, 4_500, 'd'))
    expect([status, json.details.causes, turns]).toEqual([
      422,
      [
        {
          reason: 'FieldValueForbidden',
          field: 'spec.versions',
          message:
            'Forbidden: the patterns of the schemas take more than 100000 steps to compile; use fewer, or shorter ones',
        },
      ],
      0,
    ])
    expect(
      (
        await create(
          'repeated',
          Array.from({ length: 200 }, () => `^${'e'.repeat(1_000)}$`),
        )
      ).status,
    ).toBe(201)
  })
})

import { systemClock, type Clock } from '@pinnace/meta'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

/** Turns of the event loop that the server has asked for, and the milliseconds that each takes. */
let turns = 0
let turnMs = 0
let aheadMs = 0
/** Milliseconds between two looks at the clock. */
let lookMs = 0
const clock: Clock = {
  ...systemClock,
  monotonic: () => (aheadMs += lookMs),
  soon(callback) {
    turns++
    aheadMs += turnMs
    systemClock.soon(callback)
  },
}

/** Expressions that each look at every pair of `count` numbers: the cost is some 4 for a pair. */
const count = 100
const expressions = Array.from({ length: 20 }, (_, index) => `xs.all(x, xs.all(y, x + y != ${-1 - index}))`)
const numbers = Array.from({ length: count }, (_, index) => index)

let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
})
afterAll(() => server.close())
afterEach(() => {
  turnMs = 0
  lookMs = 0
})

async function counted(target: string, body: object): Promise<Answer> {
  turns = 0
  return call(server, 'POST', target, { body })
}

/** Defines a kind whose spec has the rules. */
function define(plural: string, xs: object): Promise<Answer> {
  const rules = expressions.map((expression) => ({ rule: expression.replaceAll('xs.', 'self.xs.') }))
  const spec = { type: 'object', properties: { xs }, 'x-kubernetes-validations': rules }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return counted('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `${plural}.example.dev` },
    spec: {
      group: 'example.dev',
      scope: 'Cluster',
      names: { plural, kind: plural.toUpperCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
}

describe('the rules of a custom resource', () => {
  const target = '/apis/example.dev/v1/ruled'
  const object = { apiVersion: 'example.dev/v1', kind: 'RULED', metadata: { generateName: 'a-' } }
  const list = { type: 'array', maxItems: 200, items: { type: 'integer' } }
  beforeAll(async () => {
    expect((await define('ruled', list)).status).toBe(201)
    // Compiles the rules.
    expect((await counted(target, { ...object, spec: { xs: [1] } })).status).toBe(201)
  })

  it('that cost little take no turn of the event loop', async () => {
    expect([(await counted(target, { ...object, spec: { xs: [1, 2] } })).status, turns]).toEqual([201, 0])
  })

  it('that cost much take turns of their own', async () => {
    lookMs = 0.05
    const { status } = await counted(target, { ...object, spec: { xs: numbers } })
    expect([status, turns >= 3]).toEqual([201, true])
  })

  it('are given up at the deadline of the request', async () => {
    lookMs = 0.05
    turnMs = 20_000
    const { status, json } = await counted(target, { ...object, spec: { xs: numbers } })
    expect([status, json.reason, turns < 6]).toEqual([504, 'Timeout', true])
  })
})

describe('the expressions of an admission policy', () => {
  const maps = '/api/v1/namespaces/default/configmaps'
  const policies = '/apis/admissionregistration.k8s.io/v1'
  const data = Object.fromEntries(numbers.map((value) => [`k${value}`, String(value)]))
  beforeAll(async () => {
    const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
    const validations = Array.from({ length: 20 }, (_, index) => ({
      expression: `object.data.all(x, object.data.all(y, x + y != 'none${index}'))`,
    }))
    await counted(`${policies}/validatingadmissionpolicies`, {
      metadata: { name: 'costly' },
      spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules: [rule] }, validations },
    })
    const spec = { policyName: 'costly', validationActions: ['Deny'] }
    await counted(`${policies}/validatingadmissionpolicybindings`, { metadata: { name: 'costly' }, spec })
  })

  it('take turns of their own', async () => {
    lookMs = 0.05
    const { status } = await counted(maps, { metadata: { generateName: 'a-' }, data })
    expect([status, turns >= 3]).toEqual([201, true])
  })

  it('end at the deadline of the request', async () => {
    lookMs = 0.05
    turnMs = 20_000
    const { status, json } = await counted(maps, { metadata: { generateName: 'a-' }, data })
    expect([status, json.message]).toEqual([422, expect.stringContaining('resulted in error: operation interrupted')])
  })
})

import { defineResource, z } from '@pinnace/resources/define'
import type { ResourceDefinition } from '@pinnace/resources'
import { afterEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { openServer } from './support.ts'

const identity = { group: 'example.dev', version: 'v1', kind: 'Lift', scope: 'Cluster' } as const
const floor = z.number().int()
const spec = z
  .object({
    lowest: floor,
    highest: floor.meta({ rules: [{ rule: 'self >= oldSelf', message: 'a lift does not shrink' }] }),
    'max-load': z.number().optional(),
    stops: z.array(z.string().max(10)).max(5).optional(),
  })
  .meta({
    rules: [
      {
        rule: 'self.lowest < self.highest',
        messageExpression: "'must be below ' + string(self.highest)",
        fieldPath: '.lowest',
      },
      { rule: '!has(self.max__dash__load) || self.max__dash__load > 0.0', message: 'must carry something' },
    ],
  })
const rules = [{ rule: "self.metadata.name.startsWith('l')", message: 'name', reason: 'FieldValueForbidden' }]

let server: Server | undefined
const open = async (definition: ResourceDefinition<never>): Promise<Server> =>
  (server = await openServer({ resources: [definition] }))
afterEach(() => server?.close())

const path = '/apis/example.dev/v1/lifts'
const lift = (name: string, of: object) => ({
  apiVersion: 'example.dev/v1',
  kind: 'Lift',
  metadata: { name },
  spec: of,
})

describe('rules of a kind that a host defines', () => {
  it('are evaluated as those of custom resources', async () => {
    const Lift = defineResource({ ...identity, schema: z.object({ spec }), rules })
    const server = await open(Lift)
    const refusal = async (method: string, at: string, body: object): Promise<string> =>
      (await call(server, method, at, { body })).json.message ?? ''
    expect(await refusal('POST', path, lift('a', { lowest: 3, highest: 2, 'max-load': 0 }))).toBe(
      'Lift.example.dev "a" is invalid: [<nil>: Forbidden: name, spec.lowest: Invalid value: must be below 2, spec: Invalid value: must carry something]',
    )
    expect(await refusal('POST', path, lift('a', { lowest: 'x', highest: 2 }))).toContain(
      'some validation rules were not checked',
    )
    const { status, json } = await call(server, 'POST', path, { body: lift('l', { lowest: 0, highest: 5 }) })
    expect(status).toBe(201)
    const lower = { ...json, spec: { lowest: 0, highest: 4 } }
    expect(await refusal('PUT', `${path}/l`, lower)).toContain('spec.highest: Invalid value: 4: a lift does not shrink')
  })

  it('are published', async () => {
    const Lift = defineResource({ ...identity, schema: z.object({ spec }), rules })
    const server = await open(Lift)
    const { json } = await call(server, 'GET', '/openapi/v3/apis/example.dev/v1')
    const published = json.components.schemas['dev.example.v1.Lift']
    expect(published['x-kubernetes-validations']).toEqual(rules)
    expect(published.properties.spec.properties.highest['x-kubernetes-validations']).toEqual([
      { rule: 'self >= oldSelf', message: 'a lift does not shrink' },
    ])
  })

  it('that do not compile are a TypeError of the server', async () => {
    const bad = spec.meta({ rules: [{ rule: 'self.lowst < 3' }] })
    const Lift = defineResource({ ...identity, schema: z.object({ spec: bad }) })
    await expect(open(Lift)).rejects.toThrow(
      /^rules of Lift\.properties\[spec\]\.\S+validations\[0\]\.rule: .*undefined field 'lowst'/s,
    )
  })

  it('may cost what the objects of the host take', async () => {
    const many = z
      .object({ list: z.array(z.string()) })
      .meta({ rules: [{ rule: 'self.list.all(x, self.list.exists(y, x == y))' }] })
    const Lift = defineResource({ ...identity, schema: z.object({ spec: many }) })
    const server = await open(Lift)
    expect((await call(server, 'POST', path, { body: lift('l', { list: ['a', 'b'] }) })).status).toBe(201)
  })

  it.each<[unknown, string]>([
    ['self.size > 0', "schema.spec: rules must be a list of rules such as { rule: 'self.size > 0' }"],
    [['self.size > 0'], 'schema.spec: rules[0] must be an object with a rule'],
    [[{ rule: ' ' }], 'schema.spec: rules[0].rule must not be empty'],
    [[{ rule: 'true', messages: 'x' }], 'schema.spec: rules[0].messages is not a member of rules'],
    [[{ rule: 1 }], 'schema.spec: rules[0].rule must be a string'],
    [
      [{ rule: 'true', reason: 'Bad' }],
      'schema.spec: rules[0].reason must be one of FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate',
    ],
  ])('that are %j are refused at once', (given, message) => {
    expect(() => defineResource({ ...identity, schema: z.object({ spec: spec.meta({ rules: given }) }) })).toThrow(
      message,
    )
    const ofOption = message.replace('schema.spec: ', '')
    expect(() => defineResource({ ...identity, schema: z.object({ spec }), rules: given as never })).toThrow(ofOption)
  })
})

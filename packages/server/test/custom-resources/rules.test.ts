import { systemClock } from '@pinnace/meta'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'
import {
  define,
  definitionPath,
  openServer,
  redefine,
  specSchema,
  version,
  widget,
  widgetPath,
  widgets,
} from './support.ts'

let server: Server
beforeEach(async () => {
  server = await openServer()
})
afterEach(() => server.close())

const ruled = (schema: object, ...rules: readonly object[]) => ({ ...schema, 'x-kubernetes-validations': rules })
const whole = { type: 'integer' }
const text = { type: 'string', maxLength: 20 }
const causesOf = ({ json }: Answer): readonly string[] =>
  (json.details?.causes ?? []).map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)
const post = (spec: object, name = 'a') => call(server, 'POST', widgetPath(), { body: widget(name, spec) })
const patch = (path: string, body: object, type = 'merge-patch') =>
  call(server, 'PATCH', path, {
    body,
    headers: { 'content-type': `application/${type}+${type === 'apply-patch' ? 'yaml' : 'json'}` },
  })

describe('a rule', () => {
  const properties = {
    size: ruled(whole, { rule: 'self < 10', message: 'too large' }, { rule: 'self >= oldSelf', message: 'shrinks' }),
    color: text,
  }
  const schema = {
    ...specSchema(properties, {
      'x-kubernetes-validations': [
        {
          rule: "!has(self.color) || self.color != 'red'",
          messageExpression: "'not ' + self.color",
          fieldPath: '.color',
        },
      ],
    }),
  } as { properties: Record<string, object> }
  schema.properties['status'] = {
    type: 'object',
    properties: { ready: ruled({ type: 'boolean' }, { rule: 'self', message: 'never unready' }) },
  }
  beforeEach(() => define(server, widgets([version('v1', schema, { subresources: { status: {} } })])))

  it('refuses objects that violate it, however they are written', async () => {
    const made = await post({ size: 12, color: 'red' })
    expect(made.status).toBe(422)
    expect(causesOf(made)).toEqual(['spec.color: Invalid value: not red', 'spec.size: Invalid value: 12: too large'])
    expect((await post({ size: 5 })).status).toBe(201)
    const { json } = await call(server, 'GET', widgetPath('a'))
    const put = await call(server, 'PUT', widgetPath('a'), { body: { ...json, spec: { size: 4 } } })
    expect(causesOf(put)).toEqual(['spec.size: Invalid value: 4: shrinks'])
    expect(causesOf(await patch(widgetPath('a'), { spec: { size: 11 } }))).toEqual([
      'spec.size: Invalid value: 11: too large',
    ])
    const applied = await patch(`${widgetPath('b')}?fieldManager=m`, widget('b', { color: 'red' }), 'apply-patch')
    expect(causesOf(applied)).toEqual(['spec.color: Invalid value: not red'])
    const status = await patch(`${widgetPath('a')}/status`, { status: { ready: false } })
    expect(causesOf(status)).toEqual(['status.ready: Invalid value: false: never unready'])
    expect((await patch(`${widgetPath('a')}/status`, { status: { ready: true } })).status).toBe(200)
    expect((await call(server, 'GET', widgetPath('a'))).json.spec).toEqual({ size: 5 })
  })

  it('is not asked where the types are wrong', async () => {
    expect(causesOf(await post({ size: 'x', color: 'red' }))).toEqual([
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ])
  })

  it('that is new does not refuse updates of other fields, but warns', async () => {
    await post({ size: 5, color: 'blue' })
    await redefine(server, ({ spec }) => {
      const { color } = spec.versions[0].schema.openAPIV3Schema.properties.spec.properties
      color['x-kubernetes-validations'] = [{ rule: "self != 'blue'", message: 'no blue' }]
    })
    const changed = await patch(widgetPath('a'), { spec: { size: 6 } })
    expect([changed.status, String(changed.headers['warning'])]).toEqual([
      200,
      String.raw`299 - "spec.color: Invalid value: \"blue\": no blue"`,
    ])
    expect((await post({ color: 'blue' }, 'b')).status).toBe(422)
  })

  it('may read the name of the object, and no other metadata', async () => {
    const named = { rule: "self.metadata.name.startsWith('w')", message: 'name' }
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema['x-kubernetes-validations'] = [named]
    })
    const refused = await post({}, 'a')
    expect([refused.status, causesOf(refused)]).toEqual([422, ['<nil>: Invalid value: name']])
    expect((await post({}, 'w')).status).toBe(201)
  })
})

describe('a definition', () => {
  const refusal = async (spec: object): Promise<readonly string[]> => {
    const answer = await call(server, 'POST', definitionPath(''), {
      body: widgets([version('v1', { type: 'object', properties: { spec } })]),
    })
    return answer.status === 201 ? [] : causesOf(answer)
  }
  const at = 'spec.validation.openAPIV3Schema'

  it('whose rules do not compile is refused', async () => {
    const [cause, ...others] = await refusal(
      ruled({ type: 'object', properties: { size: whole } }, { rule: 'self.sise == 1' }),
    )
    expect(others).toEqual([])
    expect(cause).toContain(
      `${at}.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.sise == 1",`,
    )
    expect(cause).toContain(
      "compilation failed: ERROR: <input>:1:5: undefined field 'sise'\n | self.sise == 1\n | ....^",
    )
  })

  it('whose rules may cost too much is refused', async () => {
    const list = { type: 'array', items: { type: 'string' } }
    const rule = { rule: "self.l.all(x, x != 'y')" }
    const advice =
      '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
    expect(
      await refusal({
        type: 'object',
        properties: { l: list },
        'x-kubernetes-validations': [{ rule: 'self.l.all(x, self.l.all(y, x != y))' }],
      }),
    ).toEqual([
      `${at}.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      `${at}.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `${at}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
    ])
    const many = {
      type: 'array',
      maxItems: 1_000_000,
      items: ruled({ type: 'object', properties: { l: { ...list, maxItems: 2 } } }, rule),
    }
    expect(await refusal(many)).toEqual([
      `${at}.properties[spec].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.300000x ${advice}`,
    ])
    expect(await refusal({ ...many, maxItems: 100 })).toEqual([])
  })

  it('whose defaults violate its rules is refused', async () => {
    const size = { ...ruled(whole, { rule: 'self > 5', message: 'too small' }), default: 3 }
    expect(await refusal({ type: 'object', properties: { size } })).toEqual([
      `${at}.properties[spec].properties[size].default: Invalid value: 3: too small`,
    ])
    expect(await refusal({ type: 'object', properties: { size: { ...size, default: 6 } } })).toEqual([])
  })
})

describe('the deadline of a request', () => {
  it('ends rules as they iterate, with 504', async () => {
    let nowMs = 0
    let stepMs = 0
    const timed = await openServer({ clock: { ...systemClock, monotonic: () => (nowMs += stepMs) } })
    const list = ruled(
      { type: 'array', maxItems: 10_000, items: whole },
      { rule: 'self.all(x, x >= 0)', message: 'negative' },
    )
    await define(timed, widgets([version('v1', specSchema({ list }))]))
    const body = widget('a', { list: Array.from({ length: 10_000 }, () => 1) })
    expect((await call(timed, 'POST', `${widgetPath()}?dryRun=All`, { body })).status).toBe(201)
    // Every look at the clock takes a second from now on.
    stepMs = 1000
    const startMs = nowMs
    const late = await call(timed, 'POST', widgetPath(), { body })
    // A rule that is not ended looks at the clock 150 times.
    expect(nowMs - startMs).toBeLessThan(100_000)
    expect(late.json.message).toContain('request did not complete within the allotted timeout')
    expect(late.status).toBe(504)
    stepMs = 0
    expect((await call(timed, 'GET', widgetPath('a'))).status).toBe(404)
    await timed.close()
  })
})

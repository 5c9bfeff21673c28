import { createMemoryStore } from '@pinnace/store/memory'
import type { ExpressionEngine } from '@pinnace/admission'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import { allow, type Json } from './support/webhook-server.ts'

const { scene, own, close } = createScenes()
afterEach(close)

/** Compares a path of the variables with a text: `object.data.k == v`; `fail` fails, `number` is no answer. */
const engine: ExpressionEngine = {
  compile(expression) {
    if (expression === 'nonsense') throw new TypeError('compilation failed: nonsense')
    const [path = '', wanted] = expression.split(' == ')
    return {
      evaluate(variables) {
        if (expression === 'fail') throw new Error('no such key: k')
        if (expression === 'number') return { value: 1, cost: 1 }
        let value: Json = variables
        for (const step of path.split('.')) value = value?.[step]
        return { value: String(value) === wanted, cost: 1 }
      },
    }
  },
}
const admissionControl = { expressions: engine }
const when = (...expressions: readonly string[]): Json => ({
  matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
})

describe('match conditions', () => {
  it.each<[string, readonly string[], number]>([
    ['all true', ['object.data.k == v', 'request.operation == CREATE', 'oldObject == null'], 1],
    ['one false', ['object.data.k == v', 'object.data.k == w'], 0],
    ['one false beside one that fails', ['fail', 'object.data.k == w'], 0],
    ['about the user', ['request.userInfo.username == system:anonymous'], 1],
  ])('%s', async (_, expressions, calls) => {
    const { server, hooks, create } = await scene({ '/h': allow }, { admissionControl })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), ...when(...expressions) }))
    await validate(server, 'two', webhook('h', { clientConfig: hooks.client('/h'), ...when(...expressions) }))
    expect((await create()).status).toBe(201)
    expect(hooks.questions).toHaveLength(calls * 2)
  })

  it('that fail refuse the request, or leave the webhook out where that may be', async () => {
    const { server, hooks, create, counted } = await scene({ '/h': allow }, { admissionControl })
    const client = { clientConfig: hooks.client('/h') }
    await validate(server, 'one', webhook('a', { ...client, ...when('fail'), failurePolicy: 'Ignore' }))
    expect((await create('a')).status).toBe(201)
    await validate(server, 'two', webhook('b', { ...client, ...when('fail', 'object.data.k == v') }))
    const { status, json } = await create('b')
    expect([status, json.message]).toEqual([403, 'configmaps "b" is forbidden: no such key: k'])
    expect(hooks.questions).toHaveLength(0)
    expect(counted.of('match_condition_evaluation_errors_total')).toContain(
      '{name=b.example.com,kind=webhook,type=validating,operation=CREATE} 1',
    )
  })

  it('that answer something else fail too', async () => {
    const { server, hooks, create } = await scene({ '/h': allow }, { admissionControl })
    await mutate(server, 'one', webhook('a', { clientConfig: hooks.client('/h'), ...when('number') }))
    expect((await create()).json.message).toBe(
      'configmaps "a" is forbidden: expression \'number\' did not evaluate to a bool',
    )
  })

  it('that do not compile are refused when they are written', async () => {
    const { server, hooks } = await scene({}, { admissionControl })
    const writing = mutate(server, 'one', webhook('a', { clientConfig: hooks.client('/h'), ...when('nonsense') }))
    await expect(writing).rejects.toThrow('webhooks[0].matchConditions[0].expression: Invalid value')
    await expect(writing).rejects.toThrow('compilation failed: nonsense')
  })

  it('are refused where nothing can evaluate them', async () => {
    const { server, hooks } = await scene({})
    await expect(
      mutate(server, 'one', webhook('a', { clientConfig: hooks.client('/h'), ...when('true') })),
    ).rejects.toThrow('match conditions need an expression engine, and none is configured')
  })

  it.each(['Fail', 'Ignore'])(
    'stored where they could be evaluated are a failed call where they cannot: %s',
    async (failurePolicy) => {
      const store = createMemoryStore()
      const { server, hooks } = await scene({ '/h': allow }, { admissionControl, store })
      const about = { clientConfig: hooks.client('/h'), failurePolicy, ...when('object.data.k == none') }
      await mutate(server, 'one', webhook('h', about))
      const without = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
      own({ [Symbol.asyncDispose]: () => without.close() })
      const { status, json } = await call(without, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
      expect(hooks.questions).toHaveLength(0)
      expect([status, json.message]).toEqual(
        failurePolicy === 'Ignore'
          ? [201, undefined]
          : [
              500,
              'Internal error occurred: failed calling webhook "h.example.com": match conditions need an expression engine, and none is configured',
            ],
      )
    },
  )
})

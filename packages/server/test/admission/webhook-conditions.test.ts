import type { ExpressionEngine } from '@pinnace/admission'
import { afterEach, describe, expect, it } from 'vitest'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { createScenes } from './support/webhook-scene.ts'
import { allow, type Json } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

/** Compares a path of the variables with a text: `object.data.k == v`; `fail` fails, `number` is no answer. */
const engine: ExpressionEngine = {
  compile(expression) {
    if (expression === 'nonsense') throw new TypeError('compilation failed: nonsense')
    const [path = '', wanted] = expression.split(' == ')
    return {
      evaluate(variables) {
        if (expression === 'fail') return { error: new Error('no such key: k'), cost: 1 }
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
    expect([status, json.message]).toEqual([
      403,
      'configmaps "b" is forbidden: expression \'fail\' resulted in error: no such key: k',
    ])
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
})

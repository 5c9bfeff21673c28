import { kubernetesVocabulary } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { defaultExpressionEngine, type ExpressionAccess } from '../../src/index.ts'

const long = `[${Array.from({ length: 200 }, (_, index) => index).join(',')}].all(n, n >= 0)`

const access: ExpressionAccess = {
  user: { username: 'ada', groups: ['team'], extra: {} },
  authorize: () => ({ effect: 'noOpinion', reason: '' }),
  resource: { group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'n', name: 'web' },
}
const limits = { costLimit: 1_000_000, interrupted: () => false }

it('expressions end where they are interrupted, and cost until then', async () => {
  const engine = defaultExpressionEngine({ ...kubernetesVocabulary })
  expect(() => engine.compile(long)).toThrow('compiled before their engine is loaded')
  await engine.load?.()
  const compiled = engine.compile(long)
  const whole = await compiled.evaluate({}, limits, access)
  expect(whole.value).toBe(true)
  const ended = await compiled.evaluate({}, { ...limits, interrupted: () => true }, access)
  expect(ended.error?.message).toBe('operation interrupted')
  expect(ended.cost).toBeGreaterThan(0)
  expect(ended.cost).toBeLessThan(whole.cost)
})

it('an engine belongs to a vocabulary, and is loaded once', async () => {
  const engine = defaultExpressionEngine(kubernetesVocabulary)
  expect(defaultExpressionEngine(kubernetesVocabulary)).toBe(engine)
  await engine.load?.()
  expect(engine.load?.()).toBeUndefined()
})

it('expressions of one request ask an authorizer once, and wait for it', async () => {
  const engine = defaultExpressionEngine(kubernetesVocabulary)
  await engine.load?.()
  const asked: unknown[] = []
  const shared: ExpressionAccess = {
    ...access,
    authorize: async ({ verb, namespace, name, subresource }) => {
      asked.push({ verb, namespace, name, subresource })
      return { effect: verb === 'get' ? 'allow' : 'deny', reason: `about ${verb}` }
    },
  }
  const check = (verb: string): string => `authorizer.requestResource.check('${verb}')`
  for (const expression of [
    `${check('get')}.allowed() && !${check('update')}.allowed()`,
    `${check('get')}.allowed()`,
  ]) {
    const outcome = await engine.compile(expression).evaluate({ object: null }, limits, shared)
    expect(outcome).toMatchObject({ value: true })
  }
  const about = { namespace: 'n', name: 'web', subresource: 'scale' }
  expect(asked).toEqual([
    { verb: 'get', ...about },
    { verb: 'update', ...about },
  ])
})

it.each([
  ['null', 'null_type'],
  ['[null]', 'list(null_type)'],
  ["duration('1s')", 'google.protobuf.Duration'],
  ['timestamp(0)', 'google.protobuf.Timestamp'],
  ["{'a': 1}", 'map(string, int)'],
])('a condition may not be %s, and the message names the type %s as kube-apiserver does', async (expression, type) => {
  const engine = defaultExpressionEngine(kubernetesVocabulary)
  await engine.load?.()
  expect(() => engine.compile(expression)).toThrow(`must evaluate to bool but got ${type}`)
})

import { describe, expect, it } from 'vitest'
import {
  authorizerType,
  createAuthorizer,
  createEnvironment,
  createResourceCheck,
  kubernetesCosts,
  kubernetesLibraries,
  resourceCheckType,
  type AccessCheck,
  type AccessDecision,
  type DecideAccess,
  type EvaluationLimits,
  type Evaluation,
} from '../../src/index.ts'

const environment = createEnvironment({
  libraries: kubernetesLibraries('1.36'),
  costs: kubernetesCosts,
  variables: { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType },
})
const ada = { username: 'ada', groups: ['team'], extra: {} }
const nothing = { path: '', group: '', version: '', namespace: '', resource: '', subresource: '', name: '' }
const resourceCheck = { ...nothing, user: ada, isResourceRequest: true, version: '*' }

const evaluate = (
  expression: string,
  decide: DecideAccess,
  limits?: EvaluationLimits,
): Evaluation | Promise<Evaluation> => {
  const authorizer = createAuthorizer({ user: ada, decide })
  const resource = { group: 'apps', resource: 'deployments', namespace: 'n', name: 'web' }
  const variables = { authorizer, 'authorizer.requestResource': createResourceCheck(authorizer, resource) }
  return environment.compile(expression).evaluateAsync(variables, limits)
}

const allow: AccessDecision = { effect: 'allow', reason: 'by a rule' }

describe('what expressions ask an authorizer', () => {
  it.each<[string, Partial<AccessCheck>]>([
    [
      `authorizer.path('/healthz').check('get')`,
      { ...nothing, path: '/healthz', verb: 'get', isResourceRequest: false },
    ],
    [`authorizer.group('').resource('pods').check('list')`, { resource: 'pods', verb: 'list' }],
    [
      `authorizer.group('apps').resource('deployments').subresource('scale').namespace('n').name('web').check('update')`,
      { group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'n', name: 'web', verb: 'update' },
    ],
    [
      `authorizer.requestResource.subresource('').check('get')`,
      { group: 'apps', resource: 'deployments', namespace: 'n', name: 'web', verb: 'get' },
    ],
    [
      `authorizer.serviceAccount('n', 'robot').group('').resource('pods').check('get')`,
      {
        resource: 'pods',
        verb: 'get',
        user: {
          username: 'system:serviceaccount:n:robot',
          groups: ['system:serviceaccounts', 'system:serviceaccounts:n'],
          extra: {},
        },
      },
    ],
    [
      `authorizer.serviceAccount('n', 'robot').path('/healthz').check('get')`,
      {
        ...nothing,
        path: '/healthz',
        verb: 'get',
        isResourceRequest: false,
        user: {
          username: 'system:serviceaccount:n:robot',
          groups: ['system:serviceaccounts', 'system:serviceaccounts:n'],
          extra: {},
        },
      },
    ],
    [
      `authorizer.group('').resource('pods').fieldSelector('spec.nodeName=a').labelSelector('app in (x),!y').check('list')`,
      {
        resource: 'pods',
        verb: 'list',
        fieldRequirements: [{ field: 'spec.nodeName', operator: '=', value: 'a' }],
        labelRequirements: [
          { key: 'app', operator: 'in', values: ['x'] },
          { key: 'y', operator: '!', values: [] },
        ],
      },
    ],
    [
      `authorizer.group('').resource('pods').fieldSelector('what?').labelSelector('()').check('list')`,
      { resource: 'pods', verb: 'list' },
    ],
  ])('%s', (expression, check) => {
    const asked: AccessCheck[] = []
    const outcome = evaluate(`${expression}.allowed()`, (question) => {
      asked.push(question)
      return allow
    })
    expect(outcome).toMatchObject({ value: true })
    expect(asked).toEqual([{ ...resourceCheck, ...check }])
  })

  it.each<[string, string]>([
    [`authorizer.path('').check('get').allowed()`, 'path must not be empty'],
    [`authorizer.path(' \\u00a0').check('get').allowed()`, 'path must not be empty'],
    [`authorizer.group('').resource(' ').check('get').allowed()`, 'resource must not be empty'],
    [
      `authorizer.serviceAccount('not@valid', 'a').path('/').check('get').allowed()`,
      'Invalid service account namespace',
    ],
    [`authorizer.serviceAccount('a.b', 'a').path('/').check('get').allowed()`, 'Invalid service account namespace'],
    [`authorizer.serviceAccount('n', 'A').path('/').check('get').allowed()`, 'Invalid service account name'],
    [`dyn(authorizer).user == ''`, 'no such key: user'],
  ])('%s fails', (expression, message) => {
    expect(evaluate(expression, () => allow)).toMatchObject({ error: { message } })
  })
})

describe('what a decision says', () => {
  const check = `authorizer.path('/a').check('get')`
  it.each<[string, DecideAccess, readonly unknown[]]>([
    ['allowed', () => allow, [true, 'by a rule', false, '']],
    ['denied', () => ({ effect: 'deny', reason: 'no' }), [false, 'no', false, '']],
    ['without opinion', () => ({ effect: 'noOpinion', reason: '' }), [false, '', false, '']],
    [
      'failed',
      () => {
        throw new Error('down')
      },
      [false, '', true, 'down'],
    ],
    ['failed later', () => Promise.reject(new Error('down')), [false, '', true, 'down']],
    [
      'failed at several',
      () => Promise.reject(new AggregateError([new Error('a'), new Error('b'), new Error('a')])),
      [false, '', true, '[a, b]'],
    ],
    ['known later', async () => allow, [true, 'by a rule', false, '']],
  ])('%s', async (_, decide, expected) => {
    const values: unknown[] = []
    for (const word of ['allowed', 'reason', 'errored', 'error']) {
      values.push((await evaluate(`${check}.${word}()`, decide)).value)
    }
    expect(values).toEqual(expected)
  })
})

describe('decisions that take time', () => {
  const three = `['a', 'b', 'a'].map(verb, authorizer.path('/x').check(verb).allowed())`

  it('suspend the evaluation, and each is asked for once', async () => {
    const asked: string[] = []
    const outcome = evaluate(three, async ({ verb }) => {
      asked.push(verb)
      return verb === 'a' ? allow : { effect: 'deny', reason: '' }
    })
    expect(outcome).toBeInstanceOf(Promise)
    const { value, cost } = await outcome
    expect(value).toMatchObject({ items: [true, false, true] })
    expect(asked).toEqual(['a', 'b'])
    const direct = evaluate(three, () => allow) as Evaluation
    expect(cost).toBe(direct.cost)
  })

  it('cost 350,000 each, so that a limit ends them', async () => {
    const { error, cost } = await evaluate(three, async () => allow, { costLimit: 1_000_000 })
    expect(error?.message).toBe('operation cancelled: actual cost limit exceeded')
    expect(error?.cancelled).toBe(true)
    expect(cost).toBeGreaterThan(1_000_000)
  })

  it('end where the evaluation is interrupted while it waits', async () => {
    const { error } = await evaluate(three, async () => allow, { interrupted: () => true })
    expect(error).toMatchObject({ message: 'operation interrupted', cancelled: true })
  })

  it('are bounded in number', async () => {
    const digits = '[0,1,2,3,4,5,6,7,8,9]'
    const many = `${digits}.all(a, ${digits}.all(b, authorizer.path('/' + string(a * 10 + b)).check('get').allowed()))`
    const more = `${many} && authorizer.path('/more').check('get').allowed()`
    expect(await evaluate(many, async () => allow)).toMatchObject({ value: true })
    expect((await evaluate(more, async () => allow)).error?.message).toBe('operation cancelled: it waits too often')
  })

  it('cannot be waited for synchronously', () => {
    const authorizer = createAuthorizer({ user: ada, decide: async () => allow })
    const { error } = environment.compile(`authorizer.path('/').check('get').allowed()`).evaluate({ authorizer })
    expect(error?.message).toBe('operation waits for an answer: it can only be evaluated asynchronously')
  })
})

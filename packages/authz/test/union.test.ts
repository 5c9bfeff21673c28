import { describe, expect, it } from 'vitest'
import {
  aggregate,
  allRules,
  alwaysAllow,
  alwaysDeny,
  combineRules,
  firstDecision,
  noRules,
  openPaths,
  privilegedGroup,
  type Authorizer,
} from '../src/index.ts'
import { attributes, user } from './support/attributes.ts'

const alice = user('alice', 'team')
const pods = attributes(alice, 'get pods@n')
const undecided: Authorizer = () => ({ effect: 'noOpinion', reason: 'unsure' })
const later =
  (authorize: Authorizer): Authorizer =>
  async (request) =>
    authorize(request)
const failing: Authorizer = () => {
  throw new Error('broken')
}

describe('firstDecision', () => {
  it.each([
    ['the first allow', [undecided, alwaysAllow, alwaysDeny], 'allow'],
    ['the first denial', [undecided, alwaysDeny, alwaysAllow], 'deny'],
    ['no authorizers', [], 'noOpinion'],
    ['an allow after a failure', [failing, alwaysAllow], 'allow'],
    ['a denial after a failure', [failing, alwaysDeny], 'deny'],
    ['an allow that comes later', [later(undecided), later(alwaysAllow), alwaysDeny], 'allow'],
    ['a denial after a failure that comes later', [later(failing), later(alwaysDeny)], 'deny'],
  ])('returns %s', async (_, authorizers, effect) => {
    expect(await firstDecision(authorizers)(pods)).toMatchObject({ effect })
  })

  it('joins the reasons of the authorizers without an opinion', async () => {
    expect(await firstDecision([undecided, later(undecided)])(pods)).toEqual({
      effect: 'noOpinion',
      reason: 'unsure\nunsure',
    })
  })

  it('throws where an authorizer failed and none decided', async () => {
    expect(() => firstDecision([undecided, failing])(pods)).toThrow('authorization could not be decided')
    await expect(firstDecision([later(failing), undecided])(pods)).rejects.toThrow('authorization could not be decided')
  })

  it('asks no further authorizer after a decision', () => {
    expect(firstDecision([alwaysAllow, failing])(pods)).toMatchObject({ effect: 'allow' })
  })
})

describe('privilegedGroup', () => {
  it('allows its members everything and has no opinion on others', () => {
    expect(privilegedGroup()(attributes(user('root', 'system:masters'), 'x /y'))).toMatchObject({ effect: 'allow' })
    expect(privilegedGroup()(pods)).toMatchObject({ effect: 'noOpinion' })
    expect(privilegedGroup('team')(pods)).toMatchObject({ effect: 'allow' })
  })
})

describe('openPaths', () => {
  const authorize = openPaths(['/healthz', '/livez/*'])
  it.each([
    ['get /healthz', 'allow'],
    ['head /healthz', 'allow'],
    ['post /healthz', 'noOpinion'],
    ['get /healthz/x', 'noOpinion'],
    ['get /livez/x', 'allow'],
    ['get /livez', 'noOpinion'],
    ['get healthz', 'noOpinion'],
  ])('%s: %s', (text, effect) => expect(authorize(attributes(alice, text))).toMatchObject({ effect }))
})

describe('combineRules', () => {
  it('combines the lists, and is incomplete where one of them is', async () => {
    const incomplete = { ...noRules, incomplete: true, evaluationError: 'not listed' }
    expect(await combineRules([allRules, () => incomplete, async () => incomplete])(alice, 'n')).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: true,
      evaluationError: 'not listed',
    })
    expect(await combineRules([])(alice, 'n')).toEqual(noRules)
  })
})

describe('aggregate', () => {
  it('removes duplicates, and puts several messages in brackets', () => {
    expect(aggregate([])).toBe('')
    expect(aggregate(['a', 'a'])).toBe('a')
    expect(aggregate(['a', 'b', 'a'])).toBe('[a, b]')
  })
})

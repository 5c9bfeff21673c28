import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { Mutable, UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { authorizerContract, authorizerPromises, openAuthorizerTrial, type AuthorizerScene } from '../src/index.ts'

const allow: Decision = Object.freeze({ effect: 'allow', reason: 'devs read' })
const deny: Decision = Object.freeze({ effect: 'deny', reason: 'devs do not delete' })
const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** Lets the group devs read pods, and keeps it from deleting them. */
const honest = ({ user, verb, resource }: AuthorizerAttributes): Decision => {
  if (!user.groups.includes('devs') || resource !== 'pods') return noOpinion
  return verb === 'get' ? allow : verb === 'delete' ? deny : noOpinion
}

const jane = { username: 'jane', groups: ['devs'] }
const scene = (create: () => Authorizer, createFailing?: () => Authorizer): AuthorizerScene => ({
  create,
  ...(createFailing === undefined ? {} : { createFailing }),
  decisions: [
    { attributes: { user: jane, verb: 'get', resource: 'pods' }, effect: 'allow', reason: 'devs read' },
    { attributes: { user: jane, verb: 'delete', resource: 'pods', name: 'a' }, effect: 'deny' },
    { attributes: { user: jane, verb: 'create', resource: 'pods' }, effect: 'noOpinion' },
    { attributes: { user: { username: 'joe' }, verb: 'get', resource: 'pods' }, effect: 'noOpinion' },
  ],
  limits: { timeoutMs: 200 },
})

const fails = (): never => {
  throw new Error('no connection')
}
authorizerContract(
  'an honest authorizer',
  scene(
    () => honest,
    () => fails,
  ),
  { describe, it },
)
authorizerContract(
  'one that answers later',
  scene(() => async (attributes) => honest(attributes)),
  { describe, it },
)

/** The honest decision, with something changed. */
const deciding =
  (change: (decision: Decision, attributes: AuthorizerAttributes) => unknown): (() => Authorizer) =>
  () =>
  (attributes) =>
    change(honest(attributes), attributes) as Decision

/** Broken authorizers, and the promise that catches each. */
const wrong: readonly (readonly [
  name: string,
  caughtBy: string,
  create: () => Authorizer,
  createFailing?: () => Authorizer,
])[] = [
  [
    'allows what it should have no opinion on',
    'decides as expected',
    deciding((decision, { verb }) => (verb === 'create' ? allow : decision)),
  ],
  ['gives another reason', 'decides as expected', deciding((decision) => ({ ...decision, reason: 'because' }))],
  ['answers true', 'answers allow, deny or noOpinion', deciding(({ effect }) => effect === 'allow')],
  ['leaves out the reason', 'answers allow, deny or noOpinion', deciding(({ effect }) => ({ effect }))],
  [
    'has an unknown effect',
    'answers allow, deny or noOpinion',
    deciding((decision) => (decision.effect === 'deny' ? { ...decision, effect: 'maybe' } : decision)),
  ],
  [
    'throws for a verb that it does not know',
    'decides on odd attributes without an error',
    deciding((decision, { verb }) => (verb.length > 100 ? fails() : decision)),
  ],
  [
    'looks a user up among the keys of every object',
    'decides on odd attributes without an error',
    () => {
      const rules: Record<string, { readonly verbs: readonly string[] } | undefined> = { admin: { verbs: ['get'] } }
      return (attributes) =>
        rules[attributes.user.username]?.verbs.includes(attributes.verb) === true ? allow : honest(attributes)
    },
  ],
  [
    'does not come back from a long name',
    'decides on odd attributes without an error',
    () => (attributes) => (attributes.name.length > 1000 ? new Promise<never>(() => {}) : honest(attributes)),
  ],
  [
    'denies what it does not know',
    'has no opinion on users and resources',
    deciding((decision, { resource }) => (resource === 'pods' ? decision : deny)),
  ],
  [
    'allows paths to everyone',
    'has no opinion on users and resources',
    deciding((decision, { isResourceRequest }) => (isResourceRequest ? decision : allow)),
  ],
  ['allows while its backend is gone', 'allows nothing while it cannot decide', () => honest, () => () => allow],
  [
    'throws no Error while its backend is gone',
    'allows nothing while it cannot decide',
    () => honest,
    () => () => Promise.reject('no connection'),
  ],
  [
    'answers with a thenable',
    'answers with a decision or with a Promise',
    deciding((decision) => ({ then: (resolve: (value: Decision) => void) => resolve(decision) })),
  ],
  [
    'sorts the groups of the user in place',
    'leaves the attributes as they are',
    () => (attributes) => {
      if (!Object.isFrozen(attributes.user.groups)) (attributes.user.groups as string[]).push('seen')
      return honest(attributes)
    },
  ],
  [
    'needs to write to the attributes',
    'decides on attributes that cannot be changed',
    () => (attributes) => {
      const { verb } = attributes
      ;(attributes as Mutable<AuthorizerAttributes>).verb = verb.toLowerCase()
      return honest(attributes)
    },
  ],
  [
    'remembers a decision by the object it was asked with',
    'gives the same decision to equal attributes',
    () => {
      const seen = new WeakSet<UserInfo>()
      return (attributes) => {
        if (seen.has(attributes.user)) return noOpinion
        seen.add(attributes.user)
        return honest(attributes)
      }
    },
  ],
  [
    'keeps the request of the moment in one place',
    'decides on concurrent requests without mixing them up',
    () => {
      let current: AuthorizerAttributes
      return async (attributes) => {
        current = attributes
        await Promise.resolve()
        return honest(current)
      }
    },
  ],
  [
    'compares groups without case',
    'keeps users apart whose names or groups are alike',
    () => (attributes) => {
      const { user } = attributes
      return honest({ ...attributes, user: { ...user, groups: user.groups.map((group) => group.toLowerCase()) } })
    },
  ],
  [
    'trims groups',
    'keeps users apart whose names or groups are alike',
    () => (attributes) => {
      const { user } = attributes
      return honest({ ...attributes, user: { ...user, groups: user.groups.map((group) => group.trim()) } })
    },
  ],
  [
    'compares the beginning of groups',
    'keeps users apart whose names or groups are alike',
    () => (attributes) => {
      const { user } = attributes
      return honest({ ...attributes, user: { ...user, groups: user.groups.map((group) => group.slice(0, 4)) } })
    },
  ],
  [
    'gives everyone the same decision, not frozen',
    'gives a decision that a caller cannot change',
    () => {
      const shared = new Map([allow, deny, noOpinion].map((decision) => [decision, { ...decision }]))
      return (attributes) => shared.get(honest(attributes)) ?? noOpinion
    },
  ],
]

describe('the contract of authorizers catches one that', () => {
  for (const [name, caughtBy, create, createFailing] of wrong) {
    it(name, async () => {
      const broken: string[] = []
      for (const promise of authorizerPromises) {
        try {
          await promise.run(await openAuthorizerTrial(scene(create, createFailing)))
        } catch {
          broken.push(promise.name)
        }
      }
      expect(broken).toContainEqual(expect.stringContaining(caughtBy))
    })
  }

  it('has a broken authorizer for every promise', () => {
    const caught = (promise: string): boolean => wrong.some(([, caughtBy]) => promise.includes(caughtBy))
    expect(authorizerPromises.map(({ name }) => name).filter((name) => !caught(name))).toEqual([])
  })
})

import type { AuthorizerAttributes } from '@pinnace/authz'
import { withinTime } from '../within-time.ts'
import { attributesOf, deepStrictEqual, describe, ok, type AuthorizerPromise } from './promise.ts'

/** How an authorizer behaves to the server and to the authorizers beside it. */
export const conductPromises: readonly AuthorizerPromise[] = [
  {
    name: 'answers with a decision or with a Promise of one',
    async run({ decisions, authorize, timeoutMs }) {
      for (const { attributes } of decisions) {
        const answer: unknown = authorize(attributesOf(attributes))
        const isThenable = typeof answer === 'object' && answer !== null && 'then' in answer
        // The server awaits a Promise only, and would take any other thenable for a decision.
        if (isThenable) ok(answer instanceof Promise, 'the answer is thenable, and not a Promise')
        await withinTime('the decision', timeoutMs, async () => answer)
      }
    },
  },
  {
    name: 'leaves the attributes as they are',
    async run({ decisions, decide }) {
      for (const { attributes } of decisions) {
        const asked = structuredClone(attributesOf(attributes))
        const before = structuredClone(asked)
        await decide(asked)
        deepStrictEqual(asked, before)
      }
    },
  },
  {
    name: 'decides on attributes that cannot be changed',
    async run({ decisions, decide }) {
      for (const { attributes } of decisions) await decide(deepFreeze(structuredClone(attributesOf(attributes))))
    },
  },
  {
    name: 'gives the same decision to equal attributes',
    async run({ decisions, decide }) {
      for (const { attributes } of decisions) {
        const asked = attributesOf(attributes)
        const { effect } = await decide(asked)
        for (const again of [asked, structuredClone(asked), structuredClone(asked)]) {
          deepStrictEqual((await decide(again)).effect, effect, describe(asked))
        }
      }
    },
  },
  {
    name: 'decides on concurrent requests without mixing them up',
    async run({ decisions, decide }) {
      const mixed = Array.from({ length: 5 }, () => decisions).flat()
      const answers = await Promise.all(mixed.map(({ attributes }) => decide(attributesOf(attributes))))
      deepStrictEqual(
        answers.map(({ effect }) => effect),
        mixed.map(({ effect }) => effect),
      )
    },
  },
  {
    name: 'keeps users apart whose names or groups are alike',
    async run({ decisions, decide, limits = {} }) {
      if (limits.decidesEverything === true || limits.ignoresUser === true) return
      for (const { attributes, effect } of decisions) {
        if (effect !== 'allow') continue
        for (const alike of alikeOf(attributesOf(attributes))) {
          const decision = await decide(alike)
          ok(decision.effect !== 'allow', `${describe(alike)} is allowed too`)
        }
      }
    },
  },
  {
    name: 'gives a decision that a caller cannot change for other requests',
    async run({ decisions, decide }) {
      for (const { attributes, effect } of decisions) {
        const decision = await decide(attributesOf(attributes))
        try {
          Object.assign(decision, { effect: effect === 'allow' ? 'deny' : 'allow' })
        } catch {
          // Frozen.
        }
        deepStrictEqual((await decide(attributesOf(attributes))).effect, effect)
      }
    },
  },
]

/** The same request of users whose names and groups differ in case, in a space, or in one character. */
function alikeOf(attributes: AuthorizerAttributes): AuthorizerAttributes[] {
  const { user } = attributes
  const changes: readonly ((text: string) => string)[] = [
    (text) => `${text}x`,
    (text) => `x${text}`,
    (text) => ` ${text}`,
    (text) => `${text}\u0000`,
    (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
  ]
  return changes.map((change) => ({
    ...attributes,
    user: { ...user, username: change(user.username), groups: user.groups.map(change) },
  }))
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

import { attributesOf, describe, ok, strictEqual, type AuthorizerPromise, type AuthorizerTrial } from './promise.ts'
import type { AttributesToDecide } from './scene.ts'

const effects: ReadonlySet<unknown> = new Set(['allow', 'deny', 'noOpinion'])
const stranger = { username: 'contract-test-stranger' }
const long = 'a'.repeat(64 * 1024)
const oddTexts = [
  '',
  ' ',
  '*',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\u{1f600}',
  '../..',
  '%2e',
  '"',
  long,
]

/** Requests of a user that no policy names, for resources that no server has. */
const strange: readonly AttributesToDecide[] = [
  { user: stranger, verb: 'get', group: 'contract.test', resource: 'things', namespace: 'default', name: 'a' },
  { user: stranger, verb: 'create', group: 'contract.test', resource: 'things', subresource: 'status' },
  { user: stranger, verb: 'deletecollection', group: 'contract.test', resource: 'things' },
  { user: stranger, verb: 'post', path: '/contract-test' },
  ...oddTexts.flatMap((text): AttributesToDecide[] => [
    { user: { username: text } },
    { user: { ...stranger, groups: [text, text] } },
    { user: { ...stranger, uid: text, extra: { [text]: [text] } } },
    { user: stranger, verb: text },
    { user: stranger, verb: text, path: text },
    { user: stranger, group: text, version: text, resource: text, subresource: text, namespace: text, name: text },
  ]),
  { user: { ...stranger, groups: Array.from({ length: 1000 }, (_, index) => `contract-test-${index}`) } },
  {
    user: stranger,
    verb: 'list',
    resource: 'things',
    fieldRequirements: [{ field: '', operator: '!=', value: long }],
    labelRequirements: [{ key: '__proto__', operator: 'notin', values: [] }],
  },
]

/** What an authorizer says about a request. */
export const decisionPromises: readonly AuthorizerPromise[] = [
  {
    name: 'decides as expected, with the reason that is expected',
    async run({ decisions, decide }) {
      ok(decisions.length > 0, 'the scene has no decisions')
      for (const { attributes, effect, reason } of decisions) {
        const asked = attributesOf(attributes)
        const decision = await decide(asked)
        strictEqual(decision.effect, effect, `${describe(asked)}: ${decision.effect}, and not ${effect}`)
        if (reason !== undefined) strictEqual(decision.reason, reason)
      }
    },
  },
  {
    name: 'answers allow, deny or noOpinion, with a reason that is a text',
    async run({ decisions, decide }) {
      for (const { attributes } of decisions) assertDecision(await decide(attributesOf(attributes)))
    },
  },
  {
    name: 'decides on odd attributes without an error',
    async run({ decide }) {
      for (const attributes of strange) assertDecision(await decide(attributesOf(attributes)))
    },
  },
  {
    name: 'has no opinion on users and resources that it does not know',
    async run({ decide, limits = {} }: AuthorizerTrial) {
      if (limits.decidesEverything === true) return
      for (const attributes of strange) {
        const asked = attributesOf(attributes)
        const { effect } = await decide(asked)
        // A denial would keep the authorizers after it from being asked.
        strictEqual(effect, 'noOpinion', `${describe(asked)}: ${effect}, and not noOpinion`)
      }
    },
  },
  {
    name: 'allows nothing while it cannot decide',
    async run({ createFailing, decisions }) {
      if (createFailing === undefined) return
      const authorize = await createFailing()
      for (const { attributes } of decisions) {
        const asked = attributesOf(attributes)
        let effect: unknown
        try {
          ;({ effect } = await authorize(asked))
        } catch (error) {
          ok(error instanceof Error, `${String(error)} is not an Error`)
          continue
        }
        ok(effect === 'deny' || effect === 'noOpinion', `${describe(asked)}: ${String(effect)} while it cannot decide`)
      }
    },
  },
]

function assertDecision(decision: unknown): void {
  ok(typeof decision === 'object' && decision !== null, 'the decision is not an object')
  const { effect, reason } = decision as { readonly effect?: unknown; readonly reason?: unknown }
  ok(effects.has(effect), `the effect is ${String(effect)}`)
  ok(typeof reason === 'string', `the reason is ${String(reason)}, and not a text`)
}

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { kubernetesVocabulary } from '@pinnace/meta'
import { ruleAllows, type PolicyRule } from '@pinnace/authz'
import {
  createEscalationChecks,
  createRbacAuthorizer,
  createRbacRuleResolver,
  uncoveredRules,
  type RbacIndex,
  type RbacObjects,
  type RbacResource,
} from '../src/index.ts'
import {
  aggregated,
  binding,
  clusterBinding,
  clusterRole,
  feed,
  indexFrom,
  request,
  role,
  rule,
  user,
} from './policy.ts'

const verbs = ['get', 'list', '*', 'bind']
const groups = ['', 'apps', '*']
const resources = ['pods', 'pods/log', '*/log', '*', 'nodes']
const names = ['a', 'b']
const urls = ['/x', '/x/*', '/x/y', '*']
const namespaces = ['n', 'm']
const roleNames = ['r', 's', 't']
const users = ['alice', 'bob']
const labels = [{}, { to: 'sum' }]

const some = (list: string[]) => fc.subarray(list, { minLength: 1, maxLength: 2 })
const aRule: fc.Arbitrary<PolicyRule> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verbs: some(verbs), apiGroups: some(groups), resources: some(resources) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verbs: some(verbs),
      apiGroups: some(groups),
      resources: some(resources),
      resourceNames: some(names),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verbs: some(verbs), nonResourceURLs: some(urls) }) },
)
const aNamespacedRule = aRule.filter(({ nonResourceURLs }) => nonResourceURLs === undefined)
const aSubject = fc.constantFrom('User alice', 'User bob', 'Group team', 'ServiceAccount robot/n')
const aClusterRole = fc
  .tuple(fc.constantFrom(...roleNames), fc.array(aRule, { maxLength: 2 }), fc.constantFrom(...labels))
  .map(([name, rules, own]) => clusterRole(name, rules, own))
const aRole = fc
  .tuple(fc.constantFrom(...namespaces), fc.constantFrom(...roleNames), fc.array(aNamespacedRule, { maxLength: 2 }))
  .map(([namespace, name, rules]) => role(namespace, name, rules))
const aRoleBinding = fc
  .tuple(
    fc.constantFrom(...namespaces),
    fc.constantFrom('p', 'q'),
    fc.constantFrom(...roleNames.flatMap((name) => [`Role ${name}`, `ClusterRole ${name}`]), 'ClusterRole sum'),
    fc.array(aSubject, { maxLength: 2 }),
  )
  .map(([namespace, name, roleName, subjects]) => binding(namespace, name, roleName, ...subjects))
const aClusterRoleBinding = fc
  .tuple(fc.constantFrom('p', 'q'), fc.constantFrom(...roleNames, 'sum'), fc.array(aSubject, { maxLength: 2 }))
  .map(([name, roleName, subjects]) => clusterBinding(name, roleName, ...subjects))
const sum = aggregated('sum', { to: 'sum' })
const anObject = fc.oneof(aClusterRole, aRole, aRoleBinding, aClusterRoleBinding, fc.constant(sum))

/** Every request the words above can make. */
const requests = [
  ...['get', 'list', 'bind', 'other'].flatMap((verb) =>
    ['', 'apps:', 'x:'].flatMap((group) =>
      ['pods', 'pods/log', 'nodes', 'jobs/log', 'jobs'].flatMap((resource) =>
        ['', 'a', 'c'].flatMap((name) =>
          ['', 'n', 'm'].map((namespace) => `${verb} ${group}${resource} ${name}@${namespace}`),
        ),
      ),
    ),
  ),
  ...['get', 'list'].flatMap((verb) => ['/x', '/x/y', '/x/y/z', '/z'].map((path) => `${verb} ${path}`)),
]

const people = [...users.map((name) => user(name, 'team')), user('system:serviceaccount:n:robot')]

it('lists in a review exactly what is allowed', () => {
  fc.assert(
    fc.property(fc.array(anObject, { maxLength: 14 }), (objects) => {
      const index = indexFrom(...objects)
      const authorize = createRbacAuthorizer(index)
      const rulesFor = createRbacRuleResolver(index)
      for (const who of people) {
        for (const text of requests) {
          const attributes = asked(who, text)
          const review = rulesFor(who, attributes.namespace) as Exclude<ReturnType<typeof rulesFor>, Promise<unknown>>
          const listed = [...review.resourceRules, ...review.nonResourceRules].some((one) =>
            ruleAllows(one, attributes),
          )
          const { effect } = authorize(attributes) as { effect: string }
          if (listed !== (effect === 'allow')) throw new Error(`${who.username}: ${text}: ${effect}, listed ${listed}`)
        }
      }
    }),
    { numRuns: 30 },
  )
})

it('decides the same with the index as by trying every binding', () => {
  fc.assert(
    fc.property(fc.array(anObject, { maxLength: 14 }), fc.nat(), (objects, removed) => {
      const index = indexFrom(...objects)
      const kept = new Map<string, (typeof objects)[number]>()
      for (const object of objects) kept.set(key(object), object)
      const gone = [...kept.values()][removed % Math.max(kept.size, 1)]
      if (gone !== undefined) {
        index.remove(resourceOf(gone), gone.metadata.namespace ?? '', gone.metadata.name!)
        kept.delete(key(gone))
      }
      const authorize = createRbacAuthorizer(index)
      for (const who of people) {
        for (const text of requests) {
          const attributes = asked(who, text)
          const { effect } = authorize(attributes) as { effect: string }
          if ((effect === 'allow') !== naive([...kept.values()], attributes))
            throw new Error(`${who.username}: ${text}: ${effect}`)
        }
      }
    }),
    { numRuns: 30 },
  )
})

it('never leaves a covered rule that allows more than the rules held', () => {
  fc.assert(
    fc.property(fc.array(aRule, { maxLength: 3 }), fc.array(aRule, { maxLength: 2 }), (held, wanted) => {
      if (uncoveredRules(held, wanted).length > 0) return
      for (const text of requests) {
        const attributes = asked(people[0]!, text)
        if (!wanted.some((one) => ruleAllows(one, attributes))) continue
        if (!held.some((one) => ruleAllows(one, attributes))) throw new Error(text)
      }
    }),
    { numRuns: 1_000 },
  )
})

const mallory = user('mallory', 'crew')
const writer = [
  clusterRole('writer', [rule('get,create,update,patch,delete', 'rbac.authorization.k8s.io', '*')]),
  clusterBinding('writer', 'writer', 'User mallory'),
]
// The writer may write any role and binding, holds a little, and neither `escalate` nor `bind`; the labelled part is
// there for the aggregated role to be of use.
const start = fc.tuple(
  fc.array(aRule.filter(isHarmless), { maxLength: 2 }),
  fc.array(aNamespacedRule.filter(isHarmless), { maxLength: 2 }),
  fc.array(anObject, { maxLength: 8 }),
)
const anAttempt = fc.oneof(
  { weight: 3, arbitrary: fc.record({ write: aClusterRole, aim: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ write: aRole, aim: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ write: aRoleBinding, aim: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ write: aClusterRoleBinding, aim: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ write: fc.constant(sum), aim: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ remove: anObject }) },
)

it('never lets a user without escalate and bind gain a permission by any sequence of role writes', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(start, fc.array(anAttempt, { maxLength: 20 }), async ([wide, narrow, others], attempts) => {
      const stored = new Map<string, (typeof others)[number]>()
      const index = indexFrom(
        ...writer,
        clusterRole('own', wide),
        clusterBinding('own', 'own', 'User mallory'),
        role('n', 'own', narrow),
        binding('n', 'own', 'Role own', 'Group crew'),
      )
      for (const object of others) {
        if ('subjects' in object && object.subjects === undefined) continue
        feed(index, object)
        stored.set(key(object), object)
      }
      const before = allowedTo(index)
      const checks = createEscalationChecks({
        vocabulary: kubernetesVocabulary,
        index,
        authorize: createRbacAuthorizer(index),
      })
      for (const attempt of attempts) {
        if ('remove' in attempt) {
          index.remove(
            resourceOf(attempt.remove),
            attempt.remove.metadata.namespace ?? '',
            attempt.remove.metadata.name!,
          )
          stored.delete(key(attempt.remove))
          continue
        }
        const next = aimed(attempt.write, attempt.aim)
        const live = stored.get(key(next))
        // The role of a binding never changes.
        if (
          live !== undefined &&
          'roleRef' in live &&
          'roleRef' in next &&
          JSON.stringify(live.roleRef) !== JSON.stringify(next.roleRef)
        )
          continue
        const write = {
          user: mallory,
          namespace: next.metadata.namespace ?? '',
          requestName: live === undefined ? '' : next.metadata.name!,
          next,
          ...(live === undefined ? {} : { live }),
        }
        const resource = resourceOf(next)
        const refusal =
          resource === 'roles' || resource === 'clusterroles'
            ? await checks.ruleEscalation(resource, write as never)
            : await checks.bindingEscalation(resource, write as never)
        if (refusal !== undefined) continue
        accepted++
        feed(index, next)
        stored.set(key(next), next)
        for (const text of allowedTo(index)) if (!before.has(text)) throw new Error(`gained ${text}`)
      }
    }),
    { numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(100)
})

/** Half of the bindings are aimed at the writer itself. */
function aimed(object: AnyObject, aim: boolean): AnyObject {
  if (!aim || !('roleRef' in object)) return object
  return {
    ...object,
    subjects: [
      { kind: 'User', name: 'mallory' },
      { kind: 'Group', name: 'crew' },
    ],
  }
}

function isHarmless({ verbs: list }: PolicyRule): boolean {
  return !list.includes('*') && !list.includes('bind')
}

function allowedTo(index: RbacIndex): Set<string> {
  const authorize = createRbacAuthorizer(index)
  return new Set(requests.filter((text) => (authorize(asked(mallory, text)) as { effect: string }).effect === 'allow'))
}

const known = new Map<string, ReturnType<typeof request>>()

/** The request, read once: the properties ask the same ones again and again. */
function asked(who: ReturnType<typeof user>, text: string): ReturnType<typeof request> {
  const name = `${who.username} ${text}`
  let attributes = known.get(name)
  if (attributes === undefined) known.set(name, (attributes = request(who, text)))
  return attributes
}

type AnyObject = RbacObjects[RbacResource]

function resourceOf({ kind }: AnyObject): RbacResource {
  return `${kind!.toLowerCase()}s` as RbacResource
}

function key(object: AnyObject): string {
  return `${object.kind} ${object.metadata.namespace ?? ''} ${object.metadata.name}`
}

function naive(objects: readonly AnyObject[], attributes: ReturnType<typeof request>): boolean {
  const find = (kind: string, namespace: string, name: string): readonly PolicyRule[] => {
    const found = objects.find((one) => key(one) === `${kind} ${namespace} ${name}`) as
      | RbacObjects['clusterroles']
      | undefined
    if (found?.aggregationRule === undefined) return found?.rules ?? []
    return objects.flatMap((one) => (one.metadata.labels?.['to'] === 'sum' ? ((one as typeof found).rules ?? []) : []))
  }
  return objects.some((one) => {
    if (!('roleRef' in one)) return false
    const { namespace = '' } = one.metadata
    if (namespace !== '' && namespace !== attributes.namespace) return false
    const applies = one.subjects?.some(({ kind, name, namespace: home }) => {
      if (kind === 'Group') return attributes.user.groups.includes(name)
      return attributes.user.username === (kind === 'User' ? name : `system:serviceaccount:${home}:${name}`)
    })
    if (applies !== true) return false
    const { kind, name } = one.roleRef
    return find(kind, kind === 'Role' ? namespace : '', name).some((held) => ruleAllows(held, attributes))
  })
}

import type { PolicyRule } from '@pinnace/authz'
import { createTimeSlices, kubernetesVocabulary, type TimeSlices } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createEscalationChecks, createRbacAuthorizer, createRbacIndex, type RbacIndex } from '../src/index.ts'
import { findUncoveredRules, uncoveredRules } from '../src/rule-cover.ts'

const rules = (count: number, word: string): PolicyRule[] =>
  Array.from({ length: count }, (_, i) => ({ verbs: ['get'], apiGroups: [''], resources: [`${word}${i}`] }))

/** The same rules; `onRead` is called with every read of a member. */
function counted(held: readonly PolicyRule[], onRead: () => void): PolicyRule[] {
  return held.map(
    (rule) =>
      new Proxy(rule, {
        get(target, name) {
          onRead()
          return Reflect.get(target, name) as unknown
        },
      }),
  )
}

describe('roles with many rules', () => {
  it('are compared in linear time: the rules held are read once', () => {
    let reads = 0
    const held = counted(rules(3_000, 'a'), () => reads++)
    expect(uncoveredRules(held, rules(2_000, 'b'))).toHaveLength(2_000)
    expect(reads).toBeLessThan(3_000 * 10)
  })

  it('can be interrupted after every rule', () => {
    expect([...findUncoveredRules(rules(300, 'a'), rules(200, 'a'))]).toHaveLength(500)
  })

  it('are broken down only as far as 5,000 missing rules', () => {
    const words = Array.from({ length: 1_000 }, (_, i) => `w${i}`)
    const product = { verbs: words, apiGroups: words, resources: words, resourceNames: words }
    expect(uncoveredRules([], [product])).toHaveLength(5_000)
  })

  it('keep their wildcards, names and paths when they have many combinations', () => {
    const words = Array.from({ length: 100 }, (_, i) => `w${i}`)
    const large = { verbs: ['get'], apiGroups: ['g'], resources: [...words, '*/scale'] }
    const small = (resource: string, group = 'g'): PolicyRule => ({
      verbs: ['get'],
      apiGroups: [group],
      resources: [resource],
    })
    expect(uncoveredRules([large], [small('w7'), small('x/scale'), small('x'), small('w7', 'h')])).toEqual([
      small('x'),
      small('w7', 'h'),
    ])
    const urls = { verbs: ['get'], nonResourceURLs: ['/a', '/b/*'] }
    const url = (path: string): PolicyRule => ({ verbs: ['get'], nonResourceURLs: [path] })
    expect(uncoveredRules([urls], [url('/a'), url('/b/c'), url('/c')])).toEqual([url('/c')])
  })
})

describe('a check of a role with many rules', () => {
  const user = { username: 'writer', groups: [], extra: {} }
  const role = { apiVersion: 'x/v1', kind: 'ClusterRole', metadata: { name: 'large' }, rules: rules(500, 'r') }
  const check = (slices: TimeSlices): Promise<unknown> => {
    const index: RbacIndex = createRbacIndex(kubernetesVocabulary)
    const checks = createEscalationChecks({
      vocabulary: kubernetesVocabulary,
      index,
      authorize: createRbacAuthorizer(index),
    })
    return checks.ruleEscalation('clusterroles', { user, namespace: '', requestName: '', next: role as never, slices })
  }

  it('lets other work run when its time of a turn is over', async () => {
    let turns = 0
    const slices = { isOver: () => true, next: async () => void turns++ }
    expect(await check(slices)).toMatchObject({ reason: 'Forbidden' })
    expect(turns).toBe(500)
  })

  it('is given up at the deadline of the request', async () => {
    let now = 0
    const clock = { monotonic: () => now++, soon: (callback: () => void) => callback() }
    await expect(check(createTimeSlices({ clock, deadlineMs: 50 }))).rejects.toMatchObject({ reason: 'Timeout' })
  })
})

import { kubernetesVocabulary, type ApiObject, type GroupResource } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { createQuotaEvaluators } from '../../src/quota/create-quota-evaluators.ts'
import { computeQuotaUsage } from '../../src/quota/quota-usage.ts'
import { writeAmounts } from '../../src/quota/resource-amounts.ts'

const evaluators = createQuotaEvaluators(kubernetesVocabulary)
const pod = (name: string, cpu: string, over: object = {}): ApiObject =>
  ({
    metadata: { name },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }], ...over },
  }) as ApiObject
const objects = new Map<string, readonly ApiObject[]>([
  ['pods', [pod('a', '1'), pod('b', '500m', { activeDeadlineSeconds: 5 })]],
  ['configmaps', [{ metadata: { name: 'c' } }]],
  ['widgets.example.com', [{ metadata: { name: 'w' } }, { metadata: { name: 'x' } }]],
  ['deployments.apps', []],
])
const list = ({ group, resource }: GroupResource): readonly ApiObject[] | undefined =>
  objects.get(group === '' ? resource : `${resource}.${group}`)

const usageOf = async (hard: Record<string, string>, spec: object = {}): Promise<unknown> =>
  writeAmounts(
    await computeQuotaUsage({
      quota: { metadata: { name: 'q' }, spec: { hard, ...spec } },
      evaluators,
      list,
      nowMs: 0,
    }),
  )

it('sums limited resources only', async () => {
  const hard = { 'requests.cpu': '9', pods: '9', 'count/widgets.example.com': '9', configmaps: '9' }
  expect(await usageOf(hard)).toEqual({
    'requests.cpu': '1500m',
    pods: '2',
    'count/widgets.example.com': '2',
    configmaps: '1',
  })
})

it('reports zero without objects, and omits names no evaluator counts', async () => {
  const hard = { 'limits.cpu': '1', 'count/deployments.apps': '1', 'count/gone.example.com': '1', 'count/events': '1' }
  expect(await usageOf(hard)).toEqual({ 'limits.cpu': '0', 'count/deployments.apps': '0' })
})

it('counts objects that match all scopes', async () => {
  expect(await usageOf({ pods: '9', cpu: '9' }, { scopes: ['Terminating'] })).toEqual({ pods: '1', cpu: '500m' })
  const scopeSelector = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] }
  expect(await usageOf({ pods: '9' }, { scopes: ['Terminating'], scopeSelector })).toEqual({ pods: '0' })
})

it('does not count objects without scopes in a quota with scopes', async () => {
  expect(await usageOf({ configmaps: '9', pods: '9' }, { scopes: ['NotTerminating'] })).toEqual({
    configmaps: '0',
    pods: '1',
  })
})

it('is synchronous if the lists are', () => {
  const quota = { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } }
  expect(computeQuotaUsage({ quota, evaluators, list, nowMs: 0 })).toBeInstanceOf(Map)
})

import { kubernetesVocabulary, type ApiObject, type Mutable } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeQuotaUsage } from '../../src/quota/quota-usage.ts'
import { createQuotaEvaluators } from '../../src/quota/create-quota-evaluators.ts'
import { exceededNames, readAmounts, writeAmounts } from '../../src/quota/resource-amounts.ts'
import { resourceQuota } from '../../src/plugins/resource-quota/resource-quota.ts'
import { judgeOf, type Stored } from '../support/judge.ts'

const quotas = { group: '', resource: 'resourcequotas' }
const evaluators = createQuotaEvaluators(kubernetesVocabulary)
const limits = [
  'pods',
  'requests.cpu',
  'limits.cpu',
  'count/pods',
  'requests.storage',
  'services.nodeports',
  'configmaps',
]

const amount = fc.integer({ min: 0, max: 6 })
const quota = (name: string): fc.Arbitrary<Stored> =>
  fc
    .record({
      hard: fc.dictionary(fc.constantFrom(...limits), amount.map(String), { minKeys: 1 }),
      scopes: fc.constantFrom<readonly string[]>([], ['Terminating'], ['NotBestEffort']),
    })
    .map((spec) => ({ ...quotas, object: { metadata: { name, namespace: 'default' }, spec } as ApiObject }))

interface Made {
  readonly resource: string
  readonly spec: object
}

const made: fc.Arbitrary<Made> = fc.oneof(
  fc.record({ cpu: amount, isShort: fc.boolean() }).map(({ cpu, isShort }) => {
    const amounts = cpu === 0 ? {} : { requests: { cpu: String(cpu) }, limits: { cpu: String(cpu) } }
    const containers = [{ name: 'main', resources: amounts }]
    return { resource: 'pods', spec: { containers, ...(isShort ? { activeDeadlineSeconds: 5 } : {}) } }
  }),
  amount.map((storage) => ({
    resource: 'persistentvolumeclaims',
    spec: { resources: { requests: { storage: String(storage) } } },
  })),
  fc
    .constantFrom('ClusterIP', 'NodePort')
    .map((type) => ({ resource: 'services', spec: { type, ports: [{ port: 1 }] } })),
  fc.constant({ resource: 'configmaps', spec: {} }),
)

it('reports usage in the status, which never exceeds the quota', () =>
  fc.assert(
    fc.asyncProperty(quota('one'), quota('two'), fc.array(made, { maxLength: 25 }), async (one, two, creates) => {
      const { judge, objects, store } = await judgeOf(resourceQuota, { stored: [one, two] })
      await Promise.all(
        creates.map(async ({ resource, spec }, index) => {
          const object = { metadata: { name: `o${index}`, namespace: 'default' }, spec } as Mutable<ApiObject>
          const request = { resource: { group: '', version: 'v1', resource }, name: `o${index}`, object }
          if ((await judge(request)).refusal === undefined) store({ group: '', resource, object })
        }),
      )
      for (const { status, ...unread } of await objects.list<ResourceQuota>(quotas, 'default')) {
        const list = (resource: Parameters<typeof objects.list>[0]): ReturnType<typeof objects.list> =>
          objects.list(resource, 'default')
        const actual = await computeQuotaUsage({ quota: unread, evaluators, list, nowMs: 0 })
        expect(exceededNames(actual, readAmounts(unread.spec?.hard))).toEqual([])
        if (status?.used !== undefined) expect(status.used).toEqual(writeAmounts(actual))
      }
    }),
    { numRuns: 150, seed: 5 },
  ))

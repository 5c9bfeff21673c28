import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { podTopologyLabels } from '../../src/plugins/pod-topology-labels.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

const zone = 'topology.kubernetes.io/zone'
const region = 'topology.kubernetes.io/region'
const nodes = [
  { metadata: { name: 'n', labels: { [zone]: 'z', [region]: 'r', other: 'o' } } },
  { metadata: { name: 'bare' } },
].map((object) => ({ group: '', resource: 'nodes', object: object as ApiObject }))

const judge = async (
  over: Parameters<typeof podRequest>[1],
  pod: Parameters<typeof podRequest>[0] = {},
): Promise<Verdict> => (await judgeOf(podTopologyLabels, { stored: nodes })).judge(podRequest(pod, over))
const binding = (target: object, metadata: object = {}): Parameters<typeof podRequest>[1] => ({
  subresource: 'binding',
  object: { metadata: { name: 'a', ...metadata }, target } as unknown as Mutable<ApiObject>,
})

describe('PodTopologyLabels', () => {
  it.each([
    ['a binding', binding({ kind: 'Node', name: 'n' }), {}, { [zone]: 'z', [region]: 'r' }],
    [
      'a binding with labels of its own',
      binding({ kind: 'Node', name: 'n' }, { labels: { a: 'b', [zone]: 'old' } }),
      {},
      { a: 'b', [zone]: 'z', [region]: 'r' },
    ],
    ['a pod that says where it runs', {}, { spec: { nodeName: 'n' } }, { [zone]: 'z', [region]: 'r' }],
    ['a pod that does not', {}, {}, undefined],
    ['a binding to something else', binding({ kind: 'Pod', name: 'n' }), {}, undefined],
    ['a node without labels', binding({ kind: 'Node', name: 'bare' }), {}, undefined],
    ['a node that is not there', binding({ kind: 'Node', name: 'none' }), {}, undefined],
    ['another subresource', { subresource: 'eviction' }, { spec: { nodeName: 'n' } }, undefined],
    ['an update', { operation: 'UPDATE' }, { spec: { nodeName: 'n' } }, undefined],
  ] as const)('of %s', async (_what, over, pod, labels) => {
    expect((await judge(over, pod)).object.metadata.labels).toEqual(labels)
  })
})

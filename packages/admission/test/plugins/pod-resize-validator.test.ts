import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { podResizeValidator } from '../../src/plugins/pod-resize-validator.ts'
import { judgeOf } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const node = (name: string, labels: object | undefined, allocatable: object = {}): ApiObject =>
  ({ metadata: { name, ...(labels && { labels }) }, status: { allocatable } }) as unknown as ApiObject
const stored = [
  node('linux', { 'kubernetes.io/os': 'linux' }, { cpu: '2', memory: '1Gi' }),
  node('windows', { 'kubernetes.io/os': 'windows' }, { cpu: '2', memory: '1Gi' }),
  node('empty', { 'kubernetes.io/os': '' }, { cpu: '8', memory: '8Gi' }),
  node('bare', undefined, { cpu: '1500m' }),
].map((object) => ({ group: '', resource: 'nodes', object }))

const resize = async (
  nodeName: string | undefined,
  requests: object,
  over: Partial<AdmissionAttributes> & { readonly generation?: number; readonly spec?: object } = {},
): Promise<unknown> => {
  const { generation = 2, spec, ...rest } = over
  const pod = (count: number, amounts: object): NonNullable<AdmissionAttributes['object']> => {
    const containers = [{ name: 'c', image: 'i', resources: { requests: amounts } }]
    return podOf({ metadata: { generation: count }, spec: { containers, ...(nodeName && { nodeName }), ...spec } })
  }
  const { judge } = await judgeOf(podResizeValidator, { stored })
  const { refusal } = await judge(
    podRequest(
      {},
      {
        operation: 'UPDATE',
        subresource: 'resize',
        name: 'a',
        object: pod(generation, requests),
        oldObject: pod(1, { cpu: '100m' }),
        ...rest,
      },
    ),
  )
  return refusal && { code: refusal.code, message: refusal.message, causes: refusal.details.causes }
}

describe('PodResizeValidator', () => {
  const large = { cpu: '3', memory: '3Gi' }

  // The messages and causes are those of kube-apiserver 1.36.3.
  it.each<[nodeName: string, requests: object, cause: string | undefined, message: string]>([
    ['none', { cpu: '50m' }, undefined, 'node "none" not found'],
    [
      'windows',
      { cpu: '50m' },
      'UnsupportedPlatform',
      'pod resize is only supported on linux nodes, node "windows" is "windows"',
    ],
    ['empty', { cpu: '50m' }, 'UnsupportedPlatform', 'pod resize is only supported on linux nodes, node "empty" is ""'],
    [
      'linux',
      large,
      'NodeCapacity',
      "node didn't have enough allocatable resources: cpu, requested: 3000, allocatable: 2000; memory, requested: 3221225472, allocatable: 1073741824",
    ],
    [
      'linux',
      { cpu: '2001m' },
      'NodeCapacity',
      "node didn't have enough allocatable resources: cpu, requested: 2001, allocatable: 2000",
    ],
    [
      'bare',
      { cpu: '1500500u', memory: '100500m' },
      'NodeCapacity',
      "node didn't have enough allocatable resources: cpu, requested: 1501, allocatable: 1500; memory, requested: 101, allocatable: 0",
    ],
  ])('refuses on the node %s requests of %j', async (nodeName, requests, cause, message) => {
    expect(await resize(nodeName, requests)).toEqual({
      code: 403,
      message: `pods "a" is forbidden: ${message}`,
      causes: cause === undefined ? undefined : [{ reason: cause }],
    })
  })

  it.each<[what: string, ...Parameters<typeof resize>]>([
    ['what the node has', 'linux', { cpu: '2', memory: '1Gi' }],
    ['pods without a node', undefined, large],
    ['a change that is none of the spec', 'none', large, { generation: 1 }],
    ['another update', 'none', large, { subresource: '' }],
    ['a node without a label', 'bare', { cpu: '1500m' }],
  ])('admits %s', async (_what, ...given) => {
    expect(await resize(...given)).toBeUndefined()
  })

  it('counts what the pod requests, not what it has', async () => {
    const spec = { resources: { requests: { cpu: '3' } }, overhead: { cpu: '500m' } }
    expect(await resize('linux', {}, { spec })).toMatchObject({
      message: expect.stringContaining('cpu, requested: 3500, allocatable: 2000') as string,
    })
    const has = { cpu: '4' }
    const status = { containerStatuses: [{ name: 'c', resources: { requests: has }, allocatedResources: has }] }
    const object = { ...podOf({ metadata: { generation: 2 }, spec: { nodeName: 'linux' } }), status }
    expect(await resize('linux', {}, { object: object as AdmissionAttributes['object'] & object })).toBeUndefined()
  })
})

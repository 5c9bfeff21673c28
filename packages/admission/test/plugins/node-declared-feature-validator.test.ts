import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { nodeDeclaredFeatureValidator } from '../../src/plugins/node-declared-feature-validator.ts'
import { judgeOf } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const podLevel = 'InPlacePodLevelResourcesVerticalScaling'
const initContainers = 'InPlacePodVerticalScalingInitContainers'
const stored = [
  { metadata: { name: 'old' } },
  { metadata: { name: 'partial' }, status: { declaredFeatures: [podLevel] } },
  { metadata: { name: 'new' }, status: { declaredFeatures: [podLevel, initContainers] } },
].map((object) => ({ group: '', resource: 'nodes', object: object as unknown as ApiObject }))

const amounts = (cpu: string): object => ({ resources: { requests: { cpu } } })
const starts = (init: string, sidecar = '1'): object => ({
  initContainers: [
    { name: 'i', image: 'i', ...amounts(init) },
    { name: 's', image: 'i', restartPolicy: 'Always', ...amounts(sidecar) },
  ],
})

type Asked = Partial<AdmissionAttributes> & { readonly isOn?: boolean; readonly generation?: number }

const update = async (nodeName: string, from: object, to: object, over: Asked = {}): Promise<string | undefined> => {
  const { isOn = true, generation = 2, ...rest } = over
  const isEnabled = (gate: string): boolean => gate !== 'NodeDeclaredFeatures' || isOn
  const { judge } = await judgeOf(nodeDeclaredFeatureValidator, { stored, isEnabled })
  const pod = (count: number, spec: object): NonNullable<AdmissionAttributes['object']> =>
    podOf({ metadata: { generation: count }, spec: { ...(nodeName !== '' && { nodeName }), ...spec } })
  const asked = {
    operation: 'UPDATE',
    subresource: 'resize',
    name: 'a',
    object: pod(generation, to),
    oldObject: pod(1, from),
    ...rest,
  } as const
  return (await judge(podRequest({}, asked))).refusal?.message
}

describe('NodeDeclaredFeatureValidator', () => {
  const refused = (names: string, node: string): string =>
    `pods "a" is forbidden: pod update requires features ${names} which are not available on node "${node}"`

  // The messages are those of kube-apiserver 1.36.3.
  it.each<[what: string, message: string | undefined, ...Parameters<typeof update>]>([
    ['pod-level resources', refused(podLevel, 'old'), 'old', amounts('1'), amounts('2')],
    ['new pod-level resources', refused(podLevel, 'old'), 'old', {}, amounts('2'), { subresource: '' }],
    ['pod-level resources', undefined, 'partial', amounts('1'), amounts('2')],
    ['an init container', refused(initContainers, 'partial'), 'partial', starts('1'), starts('2')],
    ['an init container', undefined, 'new', starts('1'), starts('2')],
    ['a sidecar', undefined, 'old', starts('1'), starts('1', '2')],
    [
      'both',
      refused(`${podLevel}, ${initContainers}`, 'old'),
      'old',
      { ...amounts('1'), ...starts('1') },
      { ...amounts('2'), ...starts('2') },
    ],
    ['both', undefined, 'new', { ...amounts('1'), ...starts('1') }, { ...amounts('2'), ...starts('2') }],
    ['a pod of no known node', 'pods "a" is forbidden: node "none" not found', 'none', amounts('1'), amounts('2')],
    ['something else', undefined, 'none', { activeDeadlineSeconds: 2 }, { activeDeadlineSeconds: 1 }],
    ['a pod without a node', undefined, '', amounts('1'), amounts('2')],
    ['no part of the spec', undefined, 'old', amounts('1'), amounts('2'), { generation: 1 }],
    ['another subresource', undefined, 'old', amounts('1'), amounts('2'), { subresource: 'status' }],
    ['pod-level resources without its gate', undefined, 'old', amounts('1'), amounts('2'), { isOn: false }],
  ])('judges a change of %s: %s', async (_what, message, ...given) => {
    expect(await update(...given)).toBe(message)
  })
})

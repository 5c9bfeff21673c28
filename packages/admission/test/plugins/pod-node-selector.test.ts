import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { podNodeSelector } from '../../src/plugins/pod-node-selector.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

interface Case {
  /** The annotation of the namespace. */
  readonly selector?: string
  readonly config?: Readonly<Record<string, string>>
  readonly pod?: Readonly<Record<string, string>>
}

async function judge({ selector, config, pod }: Case, over: Partial<AdmissionAttributes> = {}): Promise<Verdict> {
  const annotations = selector === undefined ? {} : { 'scheduler.alpha.kubernetes.io/node-selector': selector }
  const object = { metadata: { name: 'default', annotations } } as ApiObject
  const court = await judgeOf(podNodeSelector, {
    stored: [{ group: '', resource: 'namespaces', object }],
    ...(config === undefined ? {} : { configuration: { podNodeSelectorPluginConfig: config } }),
  })
  return court.judge(podRequest({ spec: pod === undefined ? {} : { nodeSelector: pod } }, over))
}

describe('PodNodeSelector', () => {
  it.each([
    ['nothing', {}, undefined],
    ['what the namespace says', { selector: 'a=b, c=' }, { a: 'b', c: '' }],
    ['that beside what the pod says', { selector: 'a=b', pod: { c: 'd' } }, { c: 'd', a: 'b' }],
    ['what the cluster says', { config: { clusterDefaultNodeSelector: 'e=f' } }, { e: 'f' }],
    [
      'nothing where the namespace says nothing',
      { selector: '', config: { clusterDefaultNodeSelector: 'e=f' } },
      undefined,
    ],
    [
      'what the list of the namespace allows',
      { selector: 'a=b', config: { default: 'a=b,c=d' }, pod: { c: 'd' } },
      { c: 'd', a: 'b' },
    ],
    [
      'anything where the list of the namespace is empty',
      { config: { default: '', other: 'x=y' }, pod: { c: 'd' } },
      { c: 'd' },
    ],
  ] as const)('selects %s', async (_what, one: Case, expected) => {
    const { object, refusal } = await judge(one)
    expect(refusal).toBeUndefined()
    expect(object.spec.nodeSelector).toEqual(expected)
  })

  it.each([
    [
      'a pod that wants to run elsewhere',
      { selector: 'a=b', pod: { a: 'c' } },
      'pod node label selector conflicts with its namespace node label selector',
    ],
    [
      'a pod that selects what the list does not have',
      { config: { default: 'a=b' }, pod: { c: 'd' } },
      'pod node label selector labels conflict with its namespace whitelist',
    ],
    [
      'a namespace that says what its list does not have',
      { selector: 'a=c', config: { default: 'a=b' } },
      'pod node label selector labels conflict with its namespace whitelist',
    ],
    ['a selector that is none', { selector: 'a!=b=c' }, 'invalid selector: [a! b c]'],
  ])('refuses %s', async (_what, one, message) => {
    const isSelector = message.startsWith('invalid selector')
    expect((await judge(one as Case)).refusal).toMatchObject({
      code: isSelector ? 500 : 403,
      message: isSelector ? message : `pods "a" is forbidden: ${message}`,
    })
  })

  it('ignores updates', async () => {
    expect((await judge({ selector: 'a=b', pod: { a: 'c' } }, { operation: 'UPDATE' })).refusal).toBeUndefined()
  })

  it.each([
    [{ other: {} }, 'PodNodeSelector: unknown field "other"'],
    [{ podNodeSelectorPluginConfig: [] }, 'PodNodeSelector: podNodeSelectorPluginConfig must be an object'],
    [
      { podNodeSelectorPluginConfig: { a: 1 } },
      'PodNodeSelector: podNodeSelectorPluginConfig.a must be a string, not 1',
    ],
    [
      { podNodeSelectorPluginConfig: { a: 'x' } },
      'PodNodeSelector: podNodeSelectorPluginConfig.a: invalid selector: [x]',
    ],
  ])('refuses the configuration %j', async (configuration, message) => {
    await expect(judgeOf(podNodeSelector, { configuration })).rejects.toThrow(new TypeError(message))
  })
})

import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { podTolerationRestriction } from '../../src/plugins/pod-toleration-restriction.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

const document = { apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration' }

interface Case {
  readonly default?: unknown
  readonly whitelist?: unknown
  readonly config?: object
  readonly spec?: object
}

async function judge(one: Case, over: Partial<AdmissionAttributes> = {}): Promise<Verdict> {
  const annotations = Object.fromEntries(
    [
      ['defaultTolerations', one.default],
      ['tolerationsWhitelist', one.whitelist],
    ]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        `scheduler.alpha.kubernetes.io/${String(name)}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
  )
  const object = { metadata: { name: 'default', annotations } } as ApiObject
  const court = await judgeOf(podTolerationRestriction, {
    stored: [{ group: '', resource: 'namespaces', object }],
    ...(one.config === undefined ? {} : { configuration: { ...document, ...one.config } }),
  })
  return court.judge(podRequest({ spec: one.spec ?? {} }, over))
}

const x = { key: 'x', operator: 'Exists' }
const y = { key: 'y', operator: 'Equal', value: 'v', effect: 'NoSchedule' }
const pressure = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' }
const hungry = { containers: [{ name: 'c', resources: { requests: { memory: '1Mi' } } }] }

describe('PodTolerationRestriction', () => {
  it.each([
    ['nothing', {}, undefined],
    ['what the namespace says', { default: [x] }, [x]],
    ['what the cluster says', { config: { default: [x] } }, [x]],
    ['nothing where the namespace says nothing', { default: '', config: { default: [x] } }, undefined],
    ['that after what the pod says', { default: [x], spec: { tolerations: [y] } }, [y, x]],
    ['one where it covers the other', { default: [x], spec: { tolerations: [{ ...y, key: 'x' }] } }, [x]],
    ['a node that runs out of memory, for a pod that has asked for some', { spec: hungry }, [pressure]],
    [
      'what the namespace allows',
      { whitelist: [x], spec: { tolerations: [{ ...y, key: 'x' }] } },
      [{ ...y, key: 'x' }],
    ],
    [
      'what the cluster allows',
      { config: { whitelist: [{ operator: 'Exists' }] }, spec: { tolerations: [x, y] } },
      [x, y],
    ],
    [
      'anything where the namespace allows that',
      { whitelist: '', config: { whitelist: [x] }, spec: { tolerations: [y] } },
      [y],
    ],
    [
      'less time than is allowed',
      {
        whitelist: [{ key: 'z', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
        spec: { tolerations: [{ key: 'z', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }] },
      },
      [{ key: 'z', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }],
    ],
  ] as const)('tolerates %s', async (_what, one: Case, expected) => {
    const { object, refusal } = await judge(one)
    expect(refusal).toBeUndefined()
    expect(object.spec.tolerations).toEqual(expected)
  })

  const conflict = (scope: string): string =>
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`
  it.each([
    ['what the namespace does not allow', { whitelist: [x], spec: { tolerations: [y] } }, conflict('namespace')],
    [
      'what the cluster does not allow',
      { config: { whitelist: [y] }, spec: { tolerations: [x] } },
      conflict('cluster'),
    ],
    ['defaults that are not allowed', { default: [x], whitelist: [y] }, conflict('namespace')],
    [
      'more time than is allowed',
      {
        whitelist: [{ key: 'z', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
        spec: { tolerations: [{ key: 'z', operator: 'Exists', effect: 'NoExecute' }] },
      },
      conflict('namespace'),
    ],
    [
      'an annotation that is not valid JSON',
      { default: '[' },
      'annotation scheduler.alpha.kubernetes.io/defaultTolerations of namespace "default" is not valid JSON',
    ],
    [
      'an annotation that is something else',
      { default: [{ name: 'x' }] },
      'annotation scheduler.alpha.kubernetes.io/defaultTolerations of namespace "default": [0]: unknown field "name"',
    ],
  ])('refuses %s', async (_what, one, message) => {
    const isConflict = message.includes('conflict with')
    expect((await judge(one as Case)).refusal).toMatchObject({
      code: isConflict ? 500 : 403,
      message: isConflict ? message : `pods "a" is forbidden: ${message}`,
    })
  })

  it('checks updates against the whitelist, and adds no defaults', async () => {
    const update = { operation: 'UPDATE' } as const
    expect((await judge({ default: [x] }, update)).object.spec.tolerations).toBeUndefined()
    expect((await judge({ whitelist: [x], spec: { tolerations: [y] } }, update)).refusal).toMatchObject({ code: 500 })
    const status = { ...update, subresource: 'status' }
    expect((await judge({ whitelist: [x], spec: { tolerations: [y] } }, status)).refusal).toBeUndefined()
  })

  it.each([
    [
      { kind: 'Other' },
      'PodTolerationRestriction: the configuration must be a Configuration of podtolerationrestriction.admission.k8s.io/v1alpha1, not "Other" of "podtolerationrestriction.admission.k8s.io/v1alpha1"',
    ],
    [{ defaults: [] }, 'PodTolerationRestriction: unknown field "defaults"'],
    [{ default: {} }, 'PodTolerationRestriction: default must be a list'],
    [{ default: [{ key: 1 }] }, 'PodTolerationRestriction: default[0].key must be a string, not 1'],
    [
      { whitelist: [{ key: 'x', tolerationSeconds: 1.5 }] },
      'PodTolerationRestriction: whitelist[0].tolerationSeconds must be a whole number, not 1.5',
    ],
    [
      { whitelist: [{ key: 'x', operator: 'Some' }] },
      'PodTolerationRestriction: invalid config: [podtolerationrestriction.whitelist[0].operator: Unsupported value: "Some": supported values: "Equal", "Exists"]',
    ],
  ])('refuses the configuration %j', async (over, message) => {
    const configuration = { ...document, ...over }
    await expect(judgeOf(podTolerationRestriction, { configuration })).rejects.toThrow(new TypeError(message))
  })
})

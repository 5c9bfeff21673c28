import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { runtimeClass } from '../../src/plugins/runtime-class.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

async function judge(
  over: object | undefined,
  spec: object,
  request: Partial<AdmissionAttributes> = {},
): Promise<Verdict> {
  const object = { metadata: { name: 'sandbox' }, handler: 'h', ...over } as ApiObject
  const stored = over === undefined ? [] : [{ group: 'node.k8s.io', resource: 'runtimeclasses', object }]
  return (await judgeOf(runtimeClass, { stored })).judge(podRequest({ spec: { containers: [], ...spec } }, request))
}

const named = { runtimeClassName: 'sandbox' }
const overhead = { podFixed: { cpu: '250m', memory: '1Gi' } }

describe('RuntimeClass', () => {
  it.each([
    ['nothing to a pod without a class', {}, {}, {}],
    ['nothing where the class says nothing', {}, named, named],
    ['nothing of an overhead that is none', { overhead: {} }, named, named],
    ['what the runtime costs', { overhead }, named, { ...named, overhead: overhead.podFixed }],
    [
      'nothing where the pod says the same cost',
      { overhead },
      { ...named, overhead: { memory: '1024Mi', cpu: '250m' } },
      { ...named, overhead: overhead.podFixed },
    ],
    [
      'where it runs',
      { scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 't', operator: 'Exists' }] } },
      named,
      { ...named, nodeSelector: { a: 'b' }, tolerations: [{ key: 't', operator: 'Exists' }] },
    ],
    [
      'that beside what the pod says',
      { scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 't', operator: 'Exists' }] } },
      { ...named, nodeSelector: { a: 'b', c: 'd' }, tolerations: [{ key: 'u' }] },
      { ...named, nodeSelector: { a: 'b', c: 'd' }, tolerations: [{ key: 'u' }, { key: 't', operator: 'Exists' }] },
    ],
    [
      'one toleration where one covers the other',
      { scheduling: { tolerations: [{ key: 't', operator: 'Exists' }] } },
      { ...named, tolerations: [{ key: 't', operator: 'Equal', value: 'v', effect: 'NoSchedule' }] },
      { ...named, tolerations: [{ key: 't', operator: 'Exists' }] },
    ],
  ])('adds %s', async (_what, over, spec, expected) => {
    const { object, refusal } = await judge(over, spec)
    expect(refusal).toBeUndefined()
    expect(object.spec).toEqual({ containers: [], ...expected })
  })

  it.each([
    ['a class that is not there', undefined, named, 'pod rejected: RuntimeClass "sandbox" not found'],
    [
      'another cost',
      { overhead },
      { ...named, overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      'a cost without a class',
      {},
      { overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      'a cost that the class does not have',
      {},
      { ...named, overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      'another place',
      { scheduling: { nodeSelector: { a: 'b' } } },
      { ...named, nodeSelector: { a: 'c' } },
      'conflict: runtimeClass.scheduling.nodeSelector[a] = b; pod.spec.nodeSelector[a] = c',
    ],
  ])('refuses %s', async (_what, over, spec, message) => {
    expect((await judge(over, spec)).refusal).toMatchObject({ code: 403, message: `pods "a" is forbidden: ${message}` })
  })

  it.each([
    ['', 'resource name may not be empty'],
    ['a/b', `invalid resource name "a/b": [may not contain '/']`],
  ])('cannot look up a class named %j', async (runtimeClassName, message) => {
    expect((await judge(undefined, { runtimeClassName })).refusal).toMatchObject({ code: 500, message })
  })

  it('ignores updates and subresources', async () => {
    expect((await judge(undefined, named, { operation: 'UPDATE' })).refusal).toBeUndefined()
    expect((await judge(undefined, named, { subresource: 'binding' })).refusal).toBeUndefined()
  })
})

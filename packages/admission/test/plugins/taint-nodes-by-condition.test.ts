import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { taintNodesByCondition } from '../../src/plugins/taint-nodes-by-condition.ts'
import { judgeOf } from '../support/judge.ts'

const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

const request = (spec: object | undefined, over: Partial<AdmissionAttributes> = {}): Partial<AdmissionAttributes> => ({
  kind: { group: '', version: 'v1', kind: 'Node' },
  resource: { group: '', version: 'v1', resource: 'nodes' },
  namespace: '',
  object: { metadata: { name: 'a' }, ...(spec === undefined ? {} : { spec }) } as Mutable<ApiObject>,
  ...over,
})

describe('TaintNodesByCondition', () => {
  it.each([
    ['a node without a spec', undefined, [taint]],
    [
      'a node with other taints',
      { taints: [{ key: 'x', effect: 'NoExecute' }] },
      [{ key: 'x', effect: 'NoExecute' }, taint],
    ],
    [
      'a node with the same taint of another effect',
      { taints: [{ ...taint, effect: 'NoExecute' }] },
      [{ ...taint, effect: 'NoExecute' }, taint],
    ],
    ['a node that has it', { taints: [{ ...taint, value: 'v' }] }, [{ ...taint, value: 'v' }]],
  ])('adds the taint to %s once', async (_what, spec, expected) => {
    const { object } = await (await judgeOf(taintNodesByCondition)).judge(request(spec))
    expect(object.spec.taints).toEqual(expected)
  })

  it('ignores updates', async () => {
    const { object } = await (await judgeOf(taintNodesByCondition)).judge(request({}, { operation: 'UPDATE' }))
    expect(object.spec).toEqual({})
  })
})

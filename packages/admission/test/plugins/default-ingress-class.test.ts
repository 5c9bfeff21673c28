import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { defaultIngressClass } from '../../src/plugins/default-ingress-class.ts'
import { judgeOf, type Stored } from '../support/judge.ts'

const classOf = (name: string, mark: string): Stored => ({
  group: 'networking.k8s.io',
  resource: 'ingressclasses',
  object: { metadata: { name, annotations: { 'ingressclass.kubernetes.io/is-default-class': mark } } },
})
const ingress = (over: object = {}): Partial<AdmissionAttributes> => ({
  resource: { group: 'networking.k8s.io', version: 'v1', resource: 'ingresses' },
  object: { metadata: { name: 'a' }, spec: {}, ...over } as Mutable<ApiObject>,
})
const web = classOf('web', 'true')

describe('DefaultIngressClass', () => {
  it.each([
    ['the default one', [classOf('other', 'false'), web], {}, 'web'],
    ['none where none is the default', [classOf('web', 'false')], {}, undefined],
    ['the one it asks for', [web], { spec: { ingressClassName: 'mine' } }, 'mine'],
    [
      'none where the old annotation asks for one',
      [web],
      { metadata: { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'mine' } } },
      undefined,
    ],
  ])('gives an ingress %s', async (_what, stored, over, expected) => {
    const { judge } = await judgeOf(defaultIngressClass, { stored })
    const verdict = await judge(ingress(over))
    expect(verdict.refusal).toBeUndefined()
    expect(verdict.object.spec.ingressClassName).toBe(expected)
  })

  it.each([
    ['the newest of two defaults', '2026-01-01T00:00:01Z', '2026-01-01T00:00:00Z', 'web'],
    ['the first by name of two of one second', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'other'],
  ])('gives an ingress %s', async (_what, time, otherTime, expected) => {
    const at = (name: string, creationTimestamp: string): object => {
      const made = classOf(name, 'true')
      return { ...made, object: { metadata: { ...made.object.metadata, creationTimestamp } } }
    }
    const stored = [at('web', time), at('other', otherTime)] as (typeof web)[]
    const { judge } = await judgeOf(defaultIngressClass, { stored })
    expect((await judge(ingress())).object.spec.ingressClassName).toBe(expected)
  })

  it('changes nothing on an update', async () => {
    const { judge } = await judgeOf(defaultIngressClass, { stored: [web] })
    expect((await judge({ ...ingress(), operation: 'UPDATE' })).object.spec).toEqual({})
  })
})

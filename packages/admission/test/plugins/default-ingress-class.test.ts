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

  it('refuses an ingress with two default classes', async () => {
    const { judge } = await judgeOf(defaultIngressClass, { stored: [web, classOf('other', 'true')] })
    expect((await judge(ingress())).refusal).toMatchObject({
      reason: 'Forbidden',
      message:
        'ingresses.networking.k8s.io "a" is forbidden: Internal error occurred: 2 default IngressClasses were found, only 1 allowed',
    })
  })

  it('changes nothing on an update', async () => {
    const { judge } = await judgeOf(defaultIngressClass, { stored: [web] })
    expect((await judge({ ...ingress(), operation: 'UPDATE' })).object.spec).toEqual({})
  })
})

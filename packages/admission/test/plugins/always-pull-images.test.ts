import { describe, expect, it } from 'vitest'
import type { AdmissionPlugin } from '../../src/index.ts'
import { alwaysPullImages } from '../../src/plugins/always-pull-images.ts'
import { attributes } from '../support/attributes.ts'
import { judgeOf } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const never = (name: string, image = 'i'): object => ({ name, image, imagePullPolicy: 'Never' })

describe('AlwaysPullImages', () => {
  it('sets the pull policy of all images, including those of volumes', async () => {
    const spec = {
      initContainers: [never('a')],
      containers: [never('b'), { name: 'c', image: 'i' }],
      volumes: [
        { name: 'v', image: { reference: 'r', pullPolicy: 'IfNotPresent' } },
        { name: 'w', emptyDir: {} },
      ],
    }
    const { object } = await (await judgeOf(alwaysPullImages)).judge(podRequest({ spec }))
    expect(object.spec).toEqual({
      initContainers: [{ name: 'a', image: 'i', imagePullPolicy: 'Always' }],
      containers: [
        { name: 'b', image: 'i', imagePullPolicy: 'Always' },
        { name: 'c', image: 'i', imagePullPolicy: 'Always' },
      ],
      volumes: [
        { name: 'v', image: { reference: 'r', pullPolicy: 'Always' } },
        { name: 'w', emptyDir: {} },
      ],
    })
  })

  it('ignores updates without new images, and subresources', async () => {
    const court = await judgeOf(alwaysPullImages)
    const update = { operation: 'UPDATE', oldObject: podOf({ spec: { containers: [never('c')] } }) } as const
    const policyOf = async (image: string, over: object = update): Promise<string> =>
      (await court.judge(podRequest({ spec: { containers: [never('c', image)] } }, over))).object.spec.containers[0]
        .imagePullPolicy
    expect(await policyOf('i')).toBe('Never')
    expect(await policyOf('j')).toBe('Always')
    expect(await policyOf('j', { ...update, subresource: 'ephemeralcontainers' })).toBe('Never')
  })

  it.each([
    [
      { containers: [never('c')] },
      'spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
    [
      { containers: [{ name: 'c' }], initContainers: [never('a')] },
      '[spec.initContainers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always", spec.containers[0].imagePullPolicy: Unsupported value: "": supported values: "Always"]',
    ],
    [
      { containers: [], volumes: [{ name: 'v', image: { pullPolicy: 'Never' } }] },
      'spec.volumes[0].image.pullPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
  ])('refuses changes of later plugins: %j', (spec, message) => {
    const plugin: AdmissionPlugin = alwaysPullImages.create({} as never, undefined)
    expect(() => plugin.validate!(attributes(podRequest({ spec })))).toThrow(`pods "a" is forbidden: ${message}`)
  })
})

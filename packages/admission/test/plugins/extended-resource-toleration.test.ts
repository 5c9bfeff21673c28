import { describe, expect, it } from 'vitest'
import { extendedResourceToleration } from '../../src/plugins/extended-resource-toleration.ts'
import { judgeOf } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

const asking = (...names: readonly string[]): object => ({
  name: 'c',
  resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) },
})
const toleration = (key: string): object => ({ key, operator: 'Exists', effect: 'NoSchedule' })

describe('ExtendedResourceToleration', () => {
  it.each([
    ['nothing for cpu, memory, huge pages', { containers: [asking('cpu', 'memory', 'hugepages-2Mi')] }, undefined],
    ['nothing for native resources', { containers: [asking('kubernetes.io/x', 'requests.example.com/x')] }, undefined],
    ['nothing for what is no name', { containers: [asking('example.com/-')] }, undefined],
    [
      'one a device, by name',
      { containers: [asking('example.com/gpu')], initContainers: [asking('example.com/fpga', 'example.com/gpu')] },
      [toleration('example.com/fpga'), toleration('example.com/gpu')],
    ],
    [
      'none where there is one',
      { containers: [asking('example.com/gpu')], tolerations: [toleration('example.com/gpu')] },
      [toleration('example.com/gpu')],
    ],
    [
      'one beside a narrower one',
      { containers: [asking('example.com/gpu')], tolerations: [{ key: 'example.com/gpu', value: 'v' }] },
      [{ key: 'example.com/gpu', value: 'v' }, toleration('example.com/gpu')],
    ],
  ])('adds %s', async (_what, spec, expected) => {
    const { object } = await (await judgeOf(extendedResourceToleration)).judge(podRequest({ spec }))
    expect(object.spec.tolerations).toEqual(expected)
  })

  it('adds nothing to subresources', async () => {
    const spec = { containers: [asking('example.com/gpu')] }
    const request = podRequest({ spec }, { operation: 'UPDATE', subresource: 'resize' })
    expect((await (await judgeOf(extendedResourceToleration)).judge(request)).object.spec.tolerations).toBeUndefined()
  })
})

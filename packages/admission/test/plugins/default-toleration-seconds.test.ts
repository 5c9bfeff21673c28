import { describe, expect, it } from 'vitest'
import { defaultTolerationSeconds } from '../../src/plugins/default-toleration-seconds.ts'
import { judgeOf } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

const notReady = {
  key: 'node.kubernetes.io/not-ready',
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}
const unreachable = { ...notReady, key: 'node.kubernetes.io/unreachable' }

describe('DefaultTolerationSeconds', () => {
  it.each([
    ['both to a pod that tolerates nothing', undefined, [notReady, unreachable]],
    ['both after what the pod tolerates', [{ key: 'x' }], [{ key: 'x' }, notReady, unreachable]],
    [
      'one where the pod has said the other',
      [{ key: notReady.key, effect: 'NoExecute' }],
      [{ key: notReady.key, effect: 'NoExecute' }, unreachable],
    ],
    [
      'one where the pod tolerates every effect of the other',
      [{ key: unreachable.key, operator: 'Exists' }],
      [{ key: unreachable.key, operator: 'Exists' }, notReady],
    ],
    [
      'both beside another effect',
      [{ key: notReady.key, effect: 'NoSchedule' }],
      [{ key: notReady.key, effect: 'NoSchedule' }, notReady, unreachable],
    ],
    ['none to a pod that tolerates everything', [{ operator: 'Exists' }], [{ operator: 'Exists' }]],
  ])('adds %s', async (_what, tolerations, expected) => {
    const court = await judgeOf(defaultTolerationSeconds)
    const { object } = await court.judge(podRequest({ spec: tolerations === undefined ? {} : { tolerations } }))
    expect(object.spec.tolerations).toEqual(expected)
  })

  it('adds them on update, and not to subresources', async () => {
    const court = await judgeOf(defaultTolerationSeconds)
    const updated = await court.judge(podRequest({}, { operation: 'UPDATE' }))
    expect(updated.object.spec.tolerations).toHaveLength(2)
    const status = await court.judge(podRequest({}, { operation: 'UPDATE', subresource: 'status' }))
    expect(status.object.spec.tolerations).toBeUndefined()
  })

  it('uses configured seconds', async () => {
    const configuration = { defaultNotReadyTolerationSeconds: 1, defaultUnreachableTolerationSeconds: 0 }
    const court = await judgeOf(defaultTolerationSeconds, { configuration })
    const { object } = await court.judge(podRequest({}))
    expect(object.spec.tolerations).toMatchObject([{ tolerationSeconds: 1 }, { tolerationSeconds: 0 }])
  })

  it.each([
    [[], 'DefaultTolerationSeconds must be an object'],
    [{ seconds: 1 }, 'DefaultTolerationSeconds: unknown field "seconds"'],
    [
      { defaultNotReadyTolerationSeconds: '1' },
      'DefaultTolerationSeconds: defaultNotReadyTolerationSeconds must be a whole number, not "1"',
    ],
    [
      { defaultUnreachableTolerationSeconds: 1.5 },
      'DefaultTolerationSeconds: defaultUnreachableTolerationSeconds must be a whole number, not 1.5',
    ],
  ])('refuses the configuration %j', async (configuration, message) => {
    await expect(judgeOf(defaultTolerationSeconds, { configuration })).rejects.toThrow(new TypeError(message))
  })
})

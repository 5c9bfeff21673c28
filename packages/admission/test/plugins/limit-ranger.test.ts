import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { limitRanger } from '../../src/plugins/limit-ranger/limit-ranger.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const range = (...limits: readonly object[]): ApiObject =>
  ({ metadata: { name: 'r', namespace: 'default' }, spec: { limits } }) as ApiObject

async function judge(ranges: ApiObject | readonly ApiObject[], over: Partial<AdmissionAttributes>): Promise<Verdict> {
  const stored = [ranges].flat().map((object) => ({ group: '', resource: 'limitranges', object: object as ApiObject }))
  return (await judgeOf(limitRanger, { stored })).judge(over)
}

const container = (requests?: object, limits?: object, over: object = {}): object => ({
  name: 'c',
  resources: { ...(requests === undefined ? {} : { requests }), ...(limits === undefined ? {} : { limits }) },
  ...over,
})
const podWith = (...containers: readonly object[]): Partial<AdmissionAttributes> => podRequest({ spec: { containers } })
const annotation = 'kubernetes.io/limit-ranger'

describe('LimitRanger: defaults', () => {
  const defaults = range({
    type: 'Container',
    default: { memory: '1Gi', cpu: '1' },
    defaultRequest: { memory: '1Mi', cpu: '10m' },
  })

  it('sets defaults of containers and init containers, and annotates them', async () => {
    const { object, refusal } = await judge(
      defaults,
      podRequest({
        spec: {
          containers: [{ name: 'c' }, container({ cpu: '2m' }, { memory: '2Gi', cpu: '1' })],
          initContainers: [{ name: 'i' }],
          ephemeralContainers: [{ name: 'e' }],
        },
      }),
    )
    expect(refusal).toBeUndefined()
    const all = { requests: { cpu: '10m', memory: '1Mi' }, limits: { cpu: '1', memory: '1Gi' } }
    expect(object.spec).toEqual({
      containers: [
        { name: 'c', resources: all },
        { name: 'c', resources: { requests: { cpu: '2m', memory: '1Mi' }, limits: { cpu: '1', memory: '2Gi' } } },
      ],
      initContainers: [{ name: 'i', resources: all }],
      ephemeralContainers: [{ name: 'e' }],
    })
    expect(object.metadata.annotations).toEqual({
      [annotation]:
        'LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c; memory request for container c; cpu, memory request for init container i; cpu, memory limit for init container i',
    })
  })

  it('takes a range without limits for one that limits nothing', async () => {
    const empty = { metadata: { name: 'r', namespace: 'default' }, spec: { limits: null } } as unknown as ApiObject
    const { object, refusal } = await judge(empty, podWith({ name: 'c' }))
    expect(refusal).toBeUndefined()
    expect(object.spec).toEqual({ containers: [{ name: 'c' }] })
  })

  it('adds no annotation to a pod with all requests and limits', async () => {
    const full = { cpu: '1', memory: '1Gi' }
    const { object } = await judge(defaults, podWith(container(full, full)))
    expect(object.metadata.annotations).toBeUndefined()
  })

  it('uses the last of several defaults in one range, and the first of several ranges', async () => {
    const twice = range({ type: 'Container', default: { cpu: '1' } }, { type: 'Container', default: { cpu: '2' } })
    const later = {
      ...range({ type: 'Container', default: { cpu: '3' } }),
      metadata: { name: 's', namespace: 'default' },
    }
    const { object } = await judge([twice, later], podWith({ name: 'c' }))
    expect(object.spec.containers[0].resources).toEqual({ limits: { cpu: '2' } })
  })

  it('ignores limits of pods, of other namespaces, and updates', async () => {
    const ofPods = range({ type: 'Pod', max: {} })
    const elsewhere = { ...defaults, metadata: { name: 'r', namespace: 'other' } }
    for (const one of [ofPods, elsewhere]) {
      expect((await judge(one, podWith({ name: 'c' }))).object.spec.containers).toEqual([{ name: 'c' }])
    }
    const update = { ...podWith({ name: 'c' }), operation: 'UPDATE', oldObject: podOf({}) } as const
    expect((await judge(defaults, update)).object.spec.containers).toEqual([{ name: 'c' }])
  })
})

describe('LimitRanger: limits of containers', () => {
  it.each([
    ['between the two', { min: { cpu: '100m' }, max: { cpu: '1' } }, container({ cpu: '100m' }, { cpu: '1' })],
    ['the same, said otherwise', { max: { memory: '1Gi' } }, container({ memory: '1024Mi' }, { memory: '1024Mi' })],
    ['within the ratio', { maxLimitRequestRatio: { cpu: '2' } }, container({ cpu: '500m' }, { cpu: '1' })],
    [
      'within a ratio that is no whole number',
      { maxLimitRequestRatio: { cpu: '1500m' } },
      container({ cpu: '2' }, { cpu: '3' }),
    ],
    ['more than anybody counts in thousandths', { max: { memory: '9E' } }, container({}, { memory: '8E' })],
  ])('allows what is %s', async (_what, item, one) => {
    expect((await judge(range({ type: 'Container', ...item }), podWith(one))).refusal).toBeUndefined()
  })

  it.each([
    [
      'no request',
      { min: { cpu: '1' } },
      container(),
      'minimum cpu usage per Container is 1.  No request is specified',
    ],
    [
      'a small request',
      { min: { cpu: '1' } },
      container({ cpu: '999m' }),
      'minimum cpu usage per Container is 1, but request is 999m',
    ],
    [
      'a small limit',
      { min: { cpu: '1' } },
      container({ cpu: '1' }, { cpu: '500m' }),
      'minimum cpu usage per Container is 1, but limit is 500m',
    ],
    [
      'no limit',
      { max: { memory: '1Gi' } },
      container({ memory: '1Mi' }),
      'maximum memory usage per Container is 1Gi.  No limit is specified',
    ],
    [
      'a great limit',
      { max: { memory: '1Gi' } },
      container({}, { memory: '2Gi' }),
      'maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ],
    [
      'a great request',
      { max: { memory: '1Gi' } },
      container({ memory: '2Gi' }, { memory: '1Gi' }),
      'maximum memory usage per Container is 1Gi, but request is 2Gi',
    ],
    [
      'no request for the ratio',
      { maxLimitRequestRatio: { cpu: '2' } },
      container({ cpu: '0' }, { cpu: '1' }),
      'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
    ],
    [
      'no limit for the ratio',
      { maxLimitRequestRatio: { cpu: '2' } },
      container({ cpu: '1' }),
      'cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0',
    ],
    [
      'a great ratio',
      { maxLimitRequestRatio: { cpu: '2' } },
      container({ cpu: '300m' }, { cpu: '1' }),
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333',
    ],
    [
      'several of these',
      { min: { cpu: '1' }, max: { cpu: '2' } },
      container(),
      '[minimum cpu usage per Container is 1.  No request is specified, maximum cpu usage per Container is 2.  No limit is specified]',
    ],
  ])('refuses %s', async (_what, item, one, message) => {
    expect((await judge(range({ type: 'Container', ...item }), podWith(one))).refusal).toMatchObject({
      code: 403,
      message: `pods "a" is forbidden: ${message}`,
    })
  })

  it('reports equal violations of several containers once, including init containers', async () => {
    const spec = { containers: [container(), container()], initContainers: [container()] }
    expect((await judge(range({ type: 'Container', min: { cpu: '1' } }), podRequest({ spec }))).refusal).toMatchObject({
      message: 'pods "a" is forbidden: minimum cpu usage per Container is 1.  No request is specified',
    })
  })

  it('validates a pod with its own defaults', async () => {
    const item = { type: 'Container', default: { cpu: '2' }, defaultRequest: { cpu: '2' }, max: { cpu: '1' } }
    expect((await judge(range(item), podWith({ name: 'c' }))).refusal).toMatchObject({
      message: 'pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    })
  })
})

describe('LimitRanger: limits of pods', () => {
  const cpu = (amount: string, over: object = {}): object => container({ cpu: amount }, { cpu: amount }, over)

  it.each([
    ['containers together', { containers: [cpu('600m'), cpu('500m')] }, 'limit is 1100m'],
    ['a greater init container', { containers: [cpu('1')], initContainers: [cpu('2')] }, 'limit is 2'],
    [
      'sidecars beside containers',
      { containers: [cpu('1')], initContainers: [cpu('1', { restartPolicy: 'Always' })] },
      'limit is 2',
    ],
    [
      'an init container beside the sidecars before it',
      { containers: [cpu('1m')], initContainers: [cpu('1', { restartPolicy: 'Always' }), cpu('500m')] },
      'limit is 1500m',
    ],
    [
      'what the pod itself says',
      { containers: [cpu('1m')], resources: { requests: { cpu: '3' }, limits: { cpu: '3' } } },
      'limit is 3',
    ],
  ])('refuses %s', async (_what, spec, end) => {
    expect((await judge(range({ type: 'Pod', max: { cpu: '1' } }), podRequest({ spec }))).refusal).toMatchObject({
      message: `pods "a" is forbidden: maximum cpu usage per Pod is 1, but ${end}`,
    })
  })

  it('takes the highest of init containers, which run one after the other', async () => {
    const spec = { containers: [cpu('1')], initContainers: [cpu('1'), cpu('1')] }
    expect((await judge(range({ type: 'Pod', max: { cpu: '1' } }), podRequest({ spec }))).refusal).toBeUndefined()
  })

  it('refuses a resize beyond the limits, and checks no other updates', async () => {
    const update = { ...podWith(cpu('2')), operation: 'UPDATE', oldObject: podOf({}) } as const
    const limited = range({ type: 'Pod', max: { cpu: '1' } })
    expect((await judge(limited, { ...update, subresource: 'resize' })).refusal).toMatchObject({
      message: 'pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 2',
    })
    expect((await judge(limited, update)).refusal).toBeUndefined()
    expect((await judge(limited, { ...update, subresource: 'ephemeralcontainers' })).refusal).toBeUndefined()
  })

  it('does not check a pod that is being deleted', async () => {
    const oldObject = podOf({ metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' } })
    const resize = { ...podWith(cpu('2')), operation: 'UPDATE', subresource: 'resize', oldObject } as const
    expect((await judge(range({ type: 'Pod', max: { cpu: '1' } }), resize)).refusal).toBeUndefined()
  })
})

describe('LimitRanger: limits of claims', () => {
  const claim = (
    requests: object | undefined,
    over: Partial<AdmissionAttributes> = {},
  ): Partial<AdmissionAttributes> => ({
    kind: { group: '', version: 'v1', kind: 'PersistentVolumeClaim' },
    resource: { group: '', version: 'v1', resource: 'persistentvolumeclaims' },
    object: {
      metadata: { name: 'a' },
      spec: requests === undefined ? {} : { resources: { requests } },
    } as Mutable<ApiObject>,
    ...over,
  })
  const item = { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }

  it.each([
    [
      'no request',
      undefined,
      '[minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified, maximum storage usage per PersistentVolumeClaim is 2Gi.  No request is specified]',
    ],
    ['a small one', { storage: '1Mi' }, 'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi'],
    ['a great one', { storage: '3Gi' }, 'maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi'],
  ])('refuses %s', async (_what, requests, message) => {
    for (const operation of ['CREATE', 'UPDATE'] as const) {
      expect((await judge(range(item), claim(requests, { operation }))).refusal).toMatchObject({
        message: `persistentvolumeclaims "a" is forbidden: ${message}`,
      })
    }
  })

  it('allows values between minimum and maximum, and does not check status updates', async () => {
    expect((await judge(range(item), claim({ storage: '2Gi' }))).refusal).toBeUndefined()
    const status = claim({ storage: '3Gi' }, { operation: 'UPDATE', subresource: 'status' })
    expect((await judge(range(item), status)).refusal).toBeUndefined()
  })
})

import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import type { Pod, PodCondition, PodSpec, PodStatus } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import {
  createPodAddresses,
  nodeAddresses,
  parsePodCidr,
  type PodAddresses,
} from '../../../src/workloads/node-agent/pod-addresses.ts'
import { beginLife, type ContainerLife, type PodLife } from '../../../src/workloads/node-agent/pod-life.ts'
import { podPhase, podStatus } from '../../../src/workloads/node-agent/pod-status.ts'
import { nodeObject, nodeStatus, simulatedNodes } from '../../../src/workloads/node-agent/simulated-node.ts'
import { stagesOf } from '../../../src/workloads/node-agent/stages.ts'
import { now, nowMs, pod, secondsAgo } from '../objects.ts'

interface Situation {
  readonly spec?: Partial<PodSpec>
  readonly stored?: PodStatus
  readonly life?: Partial<PodLife>
  readonly containers?: Readonly<Record<string, Partial<ContainerLife>>>
  readonly annotations?: Readonly<Record<string, string>>
}

function lifeOf(of: Pod, { life = {}, containers = {} }: Situation): PodLife {
  const begun = beginLife(of, { monotonicMs: 0, nowMs })
  for (const [name, own] of Object.entries(containers)) Object.assign(begun.containers.get(name) ?? {}, own)
  return { ...begun, ...life }
}

function statusOf(situation: Situation = {}): PodStatus {
  const { spec, stored = {}, annotations = {} } = situation
  const of: Pod = {
    ...pod('p', { annotations, spec: { containers: [{ name: 'main', image: 'i:1' }], ...spec } }),
    status: stored,
  }
  const life = lifeOf(of, situation)
  return podStatus({ pod: of, life, stages: stagesOf(of, {}), podIps: ['10.0.0.1'], hostIps: ['192.168.0.1'], nowMs })
}

function conditionOf({ conditions = [] }: PodStatus, type: string): PodCondition | undefined {
  return conditions.find((condition) => condition.type === type)
}

const running: Situation = {
  life: { step: 'running', isReady: true },
  containers: { main: { state: 'running', startedMs: nowMs - 5000 } },
}
const exited = (exitCode: number): Situation => ({
  life: { step: 'ended' },
  containers: { main: { state: 'exited', exitCode, startedMs: nowMs - 5000, finishedMs: nowMs } },
})

describe('the phase of a pod', () => {
  it.each<[what: string, situation: Situation, phase: string]>([
    ['that is new', { life: { step: 'new' } }, 'Pending'],
    ['that pulls its image', { life: { step: 'pulling' } }, 'Pending'],
    ['that initializes', { life: { step: 'initializing' } }, 'Pending'],
    ['that runs', running, 'Running'],
    ['that backs off', { life: { step: 'backingOff' } }, 'Running'],
    ['of which a container has exited', { life: { step: 'partlyExited' } }, 'Running'],
    ['that has exited with 0', exited(0), 'Succeeded'],
    ['that has exited with 1', exited(1), 'Failed'],
    ['that was ended', { ...exited(0), life: { step: 'ended', problem: { reason: 'R', message: 'm' } } }, 'Failed'],
  ])('%s', (_, situation, phase) => {
    expect(statusOf(situation).phase).toBe(phase)
    expect(podPhase(lifeOf(pod('p', { spec: { containers: [{ name: 'main' }] } }), situation))).toBe(phase)
  })
})

describe('the status of a pod', () => {
  it('has the address of its node at once, and its own when it initializes', () => {
    const pulling = statusOf({ life: { step: 'pulling' } })
    expect(pulling).toMatchObject({ hostIP: '192.168.0.1', hostIPs: [{ ip: '192.168.0.1' }], startTime: now })
    expect('podIP' in pulling).toBe(false)
    expect(statusOf({ life: { step: 'initializing' } })).toMatchObject({
      podIP: '10.0.0.1',
      podIPs: [{ ip: '10.0.0.1' }],
    })
  })

  it('keeps its start time and what others have written', () => {
    const stored = { startTime: secondsAgo(60), qosClass: 'Burstable', reason: 'Old', message: 'old' }
    const status = statusOf({ ...running, stored })
    expect(status).toMatchObject({ startTime: secondsAgo(60), qosClass: 'Burstable' })
    expect('reason' in status || 'message' in status).toBe(false)
  })

  it('says why it was ended', () => {
    const problem = { reason: 'DeadlineExceeded', message: 'too long' }
    expect(statusOf({ life: { step: 'ended', problem } })).toMatchObject(problem)
  })
})

describe('the status of a container', () => {
  const containerOf = (situation: Situation): unknown => statusOf(situation).containerStatuses?.[0]
  const crashed: Partial<ContainerLife> = {
    state: 'waiting',
    restarts: 3,
    last: { exitCode: 2, startedMs: nowMs - 9000, finishedMs: nowMs - 1000 },
  }

  it('says ContainerCreating while its image is pulled', () => {
    expect(containerOf({ life: { step: 'pulling' } })).toEqual({
      name: 'main',
      state: { waiting: { reason: 'ContainerCreating' } },
      ready: false,
      restartCount: 0,
      image: 'i:1',
      imageID: '',
      started: false,
    })
  })

  it('says PodInitializing before init containers have finished', () => {
    const spec = { initContainers: [{ name: 'first' }] }
    expect(containerOf({ spec, life: { step: 'initializing' } })).toMatchObject({
      state: { waiting: { reason: 'PodInitializing' } },
    })
  })

  it('says ImagePullBackOff when its image cannot be pulled', () => {
    const annotations = { 'simulate.pinnace.dev/pull-error': 'true' }
    expect(containerOf({ annotations, life: { step: 'pulling' } })).toMatchObject({
      state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "i:1"' } },
    })
  })

  it('says that it runs, and whether it is ready', () => {
    expect(containerOf(running)).toEqual({
      name: 'main',
      state: { running: { startedAt: secondsAgo(5) } },
      ready: true,
      restartCount: 0,
      image: 'i:1',
      imageID: 'i:1',
      containerID: 'simulated://uid-p/main/0',
      started: true,
    })
    expect(containerOf({ ...running, life: { step: 'running', isReady: false } })).toMatchObject({ ready: false })
  })

  it.each<[code: number, reason: string]>([
    [0, 'Completed'],
    [137, 'Error'],
  ])('says that it has exited with %i: %s', (exitCode, reason) => {
    expect(containerOf(exited(exitCode))).toMatchObject({
      state: { terminated: { exitCode, reason, startedAt: secondsAgo(5), finishedAt: now } },
      ready: false,
      started: false,
    })
  })

  it('says CrashLoopBackOff, its last run and the wait', () => {
    expect(containerOf({ life: { step: 'backingOff' }, containers: { main: crashed } })).toMatchObject({
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: 'back-off 20s restarting failed container=main pod=p_default(uid-p)',
        },
      },
      lastState: { terminated: { exitCode: 2, reason: 'Error', startedAt: secondsAgo(9), finishedAt: secondsAgo(1) } },
      restartCount: 3,
      containerID: 'simulated://uid-p/main/3',
    })
  })
})

describe('the status of init containers', () => {
  const spec = {
    initContainers: [{ name: 'first', image: 'f:1' }, { name: 'side', restartPolicy: 'Always' }, { name: 'last' }],
  }
  const states = (situation: Situation): readonly string[] =>
    (statusOf({ spec, ...situation }).initContainerStatuses ?? []).map(
      ({ state, ready }) => `${Object.keys(state ?? {}).join()} ${String(ready)}`,
    )

  it.each<[what: string, life: Partial<PodLife>, expected: readonly string[]]>([
    ['wait at first', { step: 'pulling', initialized: 0 }, ['waiting false', 'waiting false', 'waiting false']],
    [
      'run one after the other',
      { step: 'initializing', initialized: 0 },
      ['running false', 'waiting false', 'waiting false'],
    ],
    [
      'leave sidecars running',
      { step: 'initializing', initialized: 2 },
      ['terminated true', 'running true', 'running false'],
    ],
    [
      'have finished when the pod runs',
      { step: 'running', initialized: 3 },
      ['terminated true', 'running true', 'terminated true'],
    ],
    [
      'have all finished at the end',
      { step: 'ended', initialized: 3 },
      ['terminated true', 'terminated true', 'terminated true'],
    ],
  ])('%s', (_, life, expected) => {
    expect(states({ life })).toEqual(expected)
  })

  it('keep their times', () => {
    const terminated = { exitCode: 0, startedAt: secondsAgo(60), finishedAt: secondsAgo(50) }
    const stored = {
      initContainerStatuses: [
        { name: 'first', ready: true, restartCount: 0, image: '', imageID: '', state: { terminated } },
      ],
    }
    const [first, side] =
      statusOf({ spec, stored, life: { step: 'running', initialized: 3 } }).initContainerStatuses ?? []
    expect(first?.state).toEqual({ terminated: { ...terminated, reason: 'Completed' } })
    expect(first?.containerID).toBe('simulated://uid-p/first/0')
    expect(side?.state).toEqual({ running: { startedAt: now } })
  })
})

describe('the conditions of a pod', () => {
  const shown = (status: PodStatus): readonly string[] =>
    (status.conditions ?? []).map(({ type, status: is, reason = '' }) => `${type}=${is} ${reason}`.trim())

  it.each<[what: string, situation: Situation, expected: readonly string[]]>([
    [
      'that pulls its image',
      { life: { step: 'pulling' } },
      [
        'PodReadyToStartContainers=False',
        'Initialized=True',
        'Ready=False ContainersNotReady',
        'ContainersReady=False ContainersNotReady',
        'PodScheduled=True',
      ],
    ],
    [
      'that is ready',
      running,
      ['PodReadyToStartContainers=True', 'Initialized=True', 'Ready=True', 'ContainersReady=True', 'PodScheduled=True'],
    ],
    [
      'that has succeeded',
      exited(0),
      [
        'PodReadyToStartContainers=False',
        'Initialized=True PodCompleted',
        'Ready=False PodCompleted',
        'ContainersReady=False PodCompleted',
        'PodScheduled=True',
      ],
    ],
    [
      'that has failed',
      exited(1),
      [
        'PodReadyToStartContainers=False',
        'Initialized=True',
        'Ready=False PodFailed',
        'ContainersReady=False PodFailed',
        'PodScheduled=True',
      ],
    ],
  ])('%s', (_, situation, expected) => {
    expect(shown(statusOf(situation))).toEqual(expected)
  })

  it('name init containers that have not finished', () => {
    const spec = { initContainers: [{ name: 'a' }, { name: 'b' }] }
    expect(
      conditionOf(statusOf({ spec, life: { step: 'initializing', initialized: 1 } }), 'Initialized'),
    ).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with incomplete status: [b]',
    })
  })

  it('name containers that are not ready', () => {
    const spec = { containers: [{ name: 'a' }, { name: 'b' }] }
    const situation = {
      spec,
      life: { step: 'running', isReady: true } as const,
      containers: { a: { state: 'running' } as const },
    }
    expect(conditionOf(statusOf(situation), 'ContainersReady')?.message).toBe('containers with unready status: [b]')
  })

  it('keep the time of their transition while their status stays', () => {
    const conditions = [
      { type: 'Ready', status: 'True', lastTransitionTime: secondsAgo(60) },
      { type: 'ContainersReady', status: 'False', lastTransitionTime: secondsAgo(60) },
    ]
    const status = statusOf({ ...running, stored: { conditions } })
    expect(conditionOf(status, 'Ready')?.lastTransitionTime).toBe(secondsAgo(60))
    expect(conditionOf(status, 'ContainersReady')?.lastTransitionTime).toBe(now)
  })

  it('keep those of others', () => {
    const other = { type: 'example.dev/x', status: 'True' }
    expect(statusOf({ ...running, stored: { conditions: [other] } }).conditions?.at(-1)).toEqual(other)
  })

  it.each<[stored: readonly PodCondition[], message: string | undefined]>([
    [[], 'corresponding condition of pod readiness gate "g" does not exist.'],
    [[{ type: 'g', status: 'False' }], 'the status of pod readiness gate "g" is not "True", but False'],
    [[{ type: 'g', status: 'True' }], undefined],
  ])('respect readiness gates: %j', (conditions, message) => {
    const spec = { readinessGates: [{ conditionType: 'g' }] }
    const ready = conditionOf(statusOf({ ...running, spec, stored: { conditions } }), 'Ready')
    expect(ready?.status).toBe(message === undefined ? 'True' : 'False')
    expect(ready?.message).toBe(message)
    expect(ready?.reason).toBe(message === undefined ? undefined : 'ReadinessGatesNotReady')
  })
})

describe('pod addresses', () => {
  const addressOf = (addresses: PodAddresses, uid: string): string | undefined => addresses.addressesOf(uid)[0]

  it('are assigned in turn, without the first and last of the range', () => {
    const addresses = createPodAddresses('10.1.2.0/29')
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((uid) => addressOf(addresses, uid))).toEqual(
      [1, 2, 3, 4, 5, 6].map((last) => `10.1.2.${last}`),
    )
    expect(addressOf(addresses, 'a')).toBe('10.1.2.1')
    expect(() => addressOf(addresses, 'g')).toThrow('no address of 10.1.2.0/29 is free for a pod')
    addresses.release('c')
    expect(addressOf(addresses, 'g')).toBe('10.1.2.3')
  })

  it('are not assigned while another pod has them', () => {
    const addresses = createPodAddresses('10.1.2.0/29')
    addresses.reserve('old', ['10.1.2.1'])
    addresses.reserve('other', ['10.1.2.1'])
    expect([addressOf(addresses, 'new'), addressOf(addresses, 'old')]).toEqual(['10.1.2.2', '10.1.2.1'])
    expect(addressOf(addresses, 'other')).toBe('10.1.2.3')
    addresses.release('unknown')
    addresses.release('old')
    addresses.reserve('late', ['10.1.2.1'])
    expect(addressOf(addresses, 'late')).toBe('10.1.2.1')
  })

  it.each<[cidr: string, first: string, size: number]>([
    ['10.244.0.0/16', '10.244.0.1', 65_536],
    ['10.244.3.7/24', '10.244.3.1', 256],
    ['255.255.255.0/30', '255.255.255.1', 4],
    ['10.0.0.0/8', '10.0.0.1', 16_777_216],
  ])('of %s begin with %s', (cidr, first, size) => {
    expect(addressOf(createPodAddresses(cidr), 'a')).toBe(first)
    expect(parsePodCidr(cidr)[0]?.size).toBe(BigInt(size))
  })

  it.each([
    '10.0.0.0',
    '10.0.0.0/7',
    '10.0.0.0/31',
    '256.0.0.0/16',
    'fd00::/127',
    '10.0.0/16',
    '',
    '10.0.0.0/16,10.1.0.0/16',
    '10.0.0.0/16,fd00::/64,10.1.0.0/16',
  ])('refuse the range %j', (cidr) => {
    expect(() => parsePodCidr(cidr)).toThrow(TypeError)
  })

  it('of nodes are of their own', () => {
    expect([0, 1, 300].map((index) => nodeAddresses(index, '10.0.0.0/8'))).toEqual([
      ['192.168.0.1'],
      ['192.168.0.2'],
      ['192.168.1.45'],
    ])
    expect(nodeAddresses(0, 'fd00::/64,10.0.0.0/8')).toEqual(['fd00:192:168::1', '192.168.0.1'])
  })

  it('are one of each family', () => {
    const addresses = createPodAddresses('10.1.2.0/29,fd00:1::/64')
    expect(addresses.addressesOf('a')).toEqual(['10.1.2.1', 'fd00:1::1'])
    addresses.reserve('b', ['10.1.2.4', 'fd00:1::2'])
    expect(addresses.addressesOf('c')).toEqual(['10.1.2.2', 'fd00:1::3'])
    expect(addresses.addressesOf('b')).toEqual(['10.1.2.4', 'fd00:1::2'])
  })

  it.each([
    ['fd00:0:0:1::/64', 'fd00:0:0:1::1'],
    ['::/64', '::1'],
    ['2001:db8:1:2:3:4:5:0/112', '2001:db8:1:2:3:4:5:1'],
    ['2001:0:0:1:0:0:0:0/96', '2001:0:0:1::1'],
  ])('of IPv6 ranges are written short: %s', (cidr, first) => {
    expect(createPodAddresses(cidr).addressesOf('a')).toEqual([first])
  })
})

describe('a simulated node', () => {
  it('is one of a number, or given', () => {
    expect(simulatedNodes(2)).toEqual([{ name: 'node-1' }, { name: 'node-2' }])
    expect(simulatedNodes(0)).toEqual([])
    const given = [{ name: 'mine' }]
    expect(simulatedNodes(given)).toBe(given)
    for (const nodes of [-1, 1.5, 5001, Number.NaN]) expect(() => simulatedNodes(nodes)).toThrow(TypeError)
  })

  it('has labels, taints and capacity', () => {
    const given = {
      name: 'a',
      labels: { zone: '1' },
      taints: [{ key: 'k', effect: 'NoSchedule' }],
      capacity: { cpu: '2' },
    }
    const { metadata, spec, status } = nodeObject(given, ['192.168.0.1'], vocabulary, nowMs)
    expect(metadata).toEqual({
      name: 'a',
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': 'a',
        'kubernetes.io/os': 'linux',
        zone: '1',
      },
    })
    expect(spec).toEqual({ taints: given.taints })
    expect(status).toMatchObject({
      capacity: { cpu: '2' },
      allocatable: { cpu: '2' },
      addresses: [
        { type: 'InternalIP', address: '192.168.0.1' },
        { type: 'Hostname', address: 'a' },
      ],
    })
    expect('spec' in nodeObject({ name: 'b' }, ['192.168.0.2'], vocabulary, nowMs)).toBe(false)
  })

  it('reports its conditions, and keeps the time of their transition and those of others', () => {
    const first = nodeStatus({ name: 'a', addresses: ['x'], nowMs: nowMs - 60_000, stored: undefined })
    expect(first.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
      'MemoryPressure=False',
      'DiskPressure=False',
      'PIDPressure=False',
      'Ready=True',
    ])
    const other = { type: 'Custom', status: 'True' }
    const stored = { ...first, conditions: [...(first.conditions ?? []), other] }
    const later = nodeStatus({ name: 'a', addresses: ['x'], nowMs, stored })
    expect(later.conditions?.[0]).toEqual(other)
    expect(later.conditions?.at(-1)).toMatchObject({ lastHeartbeatTime: now, lastTransitionTime: secondsAgo(60) })
    const down = { ...first, conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: secondsAgo(60) }] }
    expect(
      nodeStatus({ name: 'a', addresses: ['x'], nowMs, stored: down }).conditions?.at(-1)?.lastTransitionTime,
    ).toBe(now)
  })
})

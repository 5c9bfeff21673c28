import type { ContainerState, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { msUntilActiveDeadline } from '../../../src/workloads/node-agent/pod-agent.ts'
import { advanceLife } from '../../../src/workloads/node-agent/advance-life.ts'
import { backOffMs } from '../../../src/workloads/node-agent/back-off.ts'
import { endLife } from '../../../src/workloads/node-agent/container-exits.ts'
import { beginLife, type ContainerLife, type PodLife } from '../../../src/workloads/node-agent/pod-life.ts'
import { stagesOf, type PodStages, type WorkloadStages } from '../../../src/workloads/node-agent/stages.ts'
import { nowMs, pod, secondsAgo } from '../objects.ts'

/** A pod on two clocks that move together, and what has become of it. */
interface Simulation {
  readonly life: PodLife
  /** Moves both clocks, advances the pod, and returns when its next transition is due. */
  after(ms: number): number | undefined
  states(): string
}

function fresh(spec: Partial<PodSpec> = {}, annotations: Readonly<Record<string, string>> = {}): Pod {
  const { status: _, ...own } = pod('p', { annotations, spec: { containers: [{ name: 'main' }], ...spec } })
  return own
}

function simulate(of: Pod, stages: WorkloadStages = {}): Simulation {
  let elapsedMs = 0
  const moment = (): { monotonicMs: number; nowMs: number } => ({ monotonicMs: elapsedMs, nowMs: nowMs + elapsedMs })
  const life = beginLife(of, moment())
  const own: PodStages = stagesOf(of, stages)
  return {
    life,
    after(ms) {
      elapsedMs += ms
      return advanceLife(of, life, own, moment())
    },
    states: () => [...life.containers].map(([name, { state, restarts }]) => `${name} ${state} ${restarts}`).join(),
  }
}

describe('the stages of a pod', () => {
  const of = (annotations: Readonly<Record<string, string>> = {}, stages: WorkloadStages = {}): PodStages =>
    stagesOf(pod('p', { annotations }), stages)

  it('take no time by default, and no container exits', () => {
    expect(of()).toMatchObject({
      pullMs: 0,
      initMs: 0,
      readyMs: 0,
      runMs: 0,
      stopMs: 0,
      isPullFailing: false,
      isNeverReady: false,
    })
    expect(of().exitCode('main', 0)).toBeUndefined()
  })

  it('take the time of the options: a number or a function of the pod, never a negative one', () => {
    const byName = ({ metadata }: Pod): number => (metadata.name === 'p' ? 7 : 1)
    expect(of({}, { pullMs: 5, readyMs: byName, stopMs: -3 })).toMatchObject({ pullMs: 5, readyMs: 7, stopMs: 0 })
  })

  it.each(['pull', 'init', 'ready', 'run', 'stop'])('take the time of the annotation %s-ms before that', (stage) => {
    const stages = { pullMs: 5, initMs: 5, readyMs: 5, runMs: 5, stopMs: 5 }
    expect(of({ [`simulate.pinnace.dev/${stage}-ms`]: '70' }, stages)).toMatchObject({ [`${stage}Ms`]: 70 })
    expect(of({ [`simulate.pinnace.dev/${stage}-ms`]: 'soon' }, stages)).toMatchObject({ [`${stage}Ms`]: 5 })
  })

  it('have the exit code of the annotation, the options, or the kind of the owner', () => {
    const exitCode = (_: Pod, container: string, restarts: number): number | undefined =>
      container === 'main' ? restarts : undefined
    expect(of({}, { exitCode }).exitCode('main', 2)).toBe(2)
    expect(of({}, { exitCode }).exitCode('side', 2)).toBeUndefined()
    expect(of({ 'simulate.pinnace.dev/exit-code': '9' }, { exitCode }).exitCode('side', 2)).toBe(9)
    const owner = { kind: 'Job', name: 'j', uid: 'u' }
    expect(stagesOf(pod('p', { owner }), {}).exitCode('main', 0)).toBe(0)
    expect(stagesOf(pod('p', { owner: { ...owner, kind: 'ReplicaSet' } }), {}).exitCode('main', 0)).toBeUndefined()
  })

  it('fail by annotations', () => {
    expect(of({ 'simulate.pinnace.dev/pull-error': 'true' }).isPullFailing).toBe(true)
    expect(of({ 'simulate.pinnace.dev/pull-error': 'yes' }).isPullFailing).toBe(false)
    expect(of({ 'simulate.pinnace.dev/never-ready': 'true' }).isNeverReady).toBe(true)
  })
})

describe('a simulated pod', () => {
  it('stops at pulling when it is new, then runs at once', () => {
    const { life, after } = simulate(fresh())
    expect(life.step).toBe('new')
    expect([after(0), life.step]).toEqual([0, 'pulling'])
    expect([after(0), life.step, life.isReady]).toEqual([undefined, 'running', true])
  })

  it('takes the time of each stage', () => {
    const initContainers = [{ name: 'first' }, { name: 'second' }]
    const { life, after } = simulate(fresh({ initContainers }), { pullMs: 100, initMs: 30, readyMs: 50 })
    expect(after(0)).toBe(100)
    expect([after(99), life.step]).toEqual([1, 'pulling'])
    expect([after(1), life.step, life.initialized]).toEqual([30, 'initializing', 0])
    expect([after(30), life.initialized]).toEqual([30, 1])
    expect([after(30), life.step, life.isReady]).toEqual([50, 'running', false])
    expect([after(50), life.isReady]).toEqual([undefined, true])
  })

  it('catches up with several stages at once, each at its own time', () => {
    const { life, after } = simulate(fresh(), { pullMs: 100, readyMs: 50 })
    after(0)
    after(120)
    expect(life.step).toBe('running')
    expect(life.containers.get('main')?.startedMs).toBe(nowMs + 100)
    expect(life.sinceMs).toBe(100)
  })

  it('starts sidecars without waiting for them', () => {
    const initContainers = [{ name: 'sidecar', restartPolicy: 'Always' }, { name: 'first' }]
    const { life, after } = simulate(fresh({ initContainers }), { initMs: 30 })
    after(0)
    expect([after(0), life.initialized]).toEqual([30, 1])
  })

  it('never starts when its image cannot be pulled', () => {
    const { life, after } = simulate(fresh({}, { 'simulate.pinnace.dev/pull-error': 'true' }), { pullMs: 5 })
    expect([after(0), after(100_000), life.step]).toEqual([undefined, undefined, 'pulling'])
  })

  it('never becomes ready with the annotation, and still exits', () => {
    const annotations = { 'simulate.pinnace.dev/never-ready': 'true', 'simulate.pinnace.dev/exit-code': '0' }
    const { life, after } = simulate(fresh({ restartPolicy: 'Never' }, annotations), { runMs: 40 })
    after(0)
    expect([after(0), life.isReady]).toEqual([40, false])
    expect([after(40), life.step]).toEqual([undefined, 'ended'])
  })

  it('becomes ready before it exits, if that comes first', () => {
    const exitCode = (): number => 0
    const early = simulate(fresh({ restartPolicy: 'Never' }), { exitCode, readyMs: 10, runMs: 40 })
    early.after(0)
    early.after(10)
    expect(early.life.isReady).toBe(true)
    expect([early.after(30), early.life.step, early.life.isReady]).toEqual([undefined, 'ended', false])
    const late = simulate(fresh({ restartPolicy: 'Never' }), { exitCode, readyMs: 40, runMs: 10 })
    late.after(0)
    late.after(10)
    expect([late.life.step, late.life.isReady]).toEqual(['ended', false])
  })

  it.each<[policy: string, code: number, step: string, restarts: number]>([
    ['Never', 0, 'ended', 0],
    ['Never', 3, 'ended', 0],
    ['OnFailure', 0, 'ended', 0],
    ['OnFailure', 3, 'running', 1],
    ['Always', 0, 'running', 1],
    ['Always', 3, 'running', 1],
  ])('with restart policy %s and exit code %i is then %s', (restartPolicy, code, step, restarts) => {
    const exitCode = (_: Pod, __: string, run: number): number | undefined => (run === 0 ? code : undefined)
    const { life, after } = simulate(fresh({ restartPolicy }), { exitCode, runMs: 10 })
    after(0)
    after(10)
    // The first restart is immediate.
    expect([life.step, life.containers.get('main')?.restarts]).toEqual([step, restarts])
    expect(life.containers.get('main')?.last).toEqual(
      restarts === 0 ? undefined : { exitCode: code, startedMs: nowMs, finishedMs: nowMs + 10 },
    )
  })

  it('lets other containers run on when one has exited for good', () => {
    const exitCode = (_: Pod, name: string): number | undefined => (name === 'once' ? 0 : undefined)
    const containers = [{ name: 'once' }, { name: 'server' }]
    const { life, after, states } = simulate(fresh({ containers, restartPolicy: 'Never' }), { exitCode, runMs: 10 })
    after(0)
    after(10)
    expect(life.step).toBe('partlyExited')
    expect(states()).toBe('once exited 0,server running 0')
    expect(after(1_000_000)).toBeUndefined()
  })

  it('restarts later and later, from no wait to five minutes', () => {
    const { life, after } = simulate(fresh(), { exitCode: () => 1, runMs: 1 })
    after(0)
    const waits: (number | undefined)[] = []
    for (let restart = 1; restart <= 9; restart++) {
      const dueMs = after(1)
      waits.push(life.step === 'backingOff' ? dueMs : 0)
      if (life.step === 'backingOff') after(dueMs ?? 0)
    }
    expect(waits).toEqual([0, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  it('is ended from outside', () => {
    const { life, states } = simulate(fresh({ containers: [{ name: 'a' }, { name: 'b' }] }))
    const exited: ContainerLife = { state: 'exited', exitCode: 0, startedMs: 1, finishedMs: 2, restarts: 0 }
    life.containers.set('a', exited)
    endLife(life, 143, { monotonicMs: 9, nowMs: nowMs + 9 })
    expect([life.step, life.sinceMs, life.isReady, states()]).toEqual(['ended', 9, false, 'a exited 0,b exited 0'])
    expect(life.containers.get('a')?.exitCode).toBe(0)
    expect(life.containers.get('b')).toMatchObject({ exitCode: 143, startedMs: nowMs + 9, finishedMs: nowMs + 9 })
  })
})

describe('a pod that another agent has begun', () => {
  const at = { monotonicMs: 50, nowMs }
  const status = (state: ContainerState, restartCount = 0): ContainerStatus => ({
    name: 'main',
    ready: true,
    restartCount,
    image: '',
    imageID: '',
    state,
  })
  const known = (of: Pod['status']): PodLife =>
    beginLife(pod('p', { spec: { containers: [{ name: 'main' }], initContainers: [{ name: 'i' }] }, status: of }), at)

  it('goes on running, with its start and restarts', () => {
    const running = { startedAt: secondsAgo(60) }
    const life = known({
      phase: 'Running',
      containerStatuses: [status({ running }, 3)],
      conditions: [{ type: 'ContainersReady', status: 'True' }],
    })
    expect(life).toMatchObject({ step: 'running', sinceMs: 50, initialized: 1, isReady: true })
    expect(life.containers.get('main')).toMatchObject({ state: 'running', restarts: 3, startedMs: nowMs - 60_000 })
  })

  it('goes on backing off', () => {
    const life = known({ phase: 'Running', containerStatuses: [status({ waiting: {} }, 2)] })
    expect(life.step).toBe('backingOff')
    expect(backOffMs(life)).toBe(10_000)
  })

  it('goes on pulling once it has a start time, and begins without one', () => {
    expect(known({ phase: 'Pending', startTime: secondsAgo(5) }).step).toBe('pulling')
    expect(known({ phase: 'Pending' }).step).toBe('new')
  })

  it('knows containers that have exited', () => {
    const terminated = { exitCode: 4, startedAt: secondsAgo(60), finishedAt: secondsAgo(30) }
    const life = known({ phase: 'Running', containerStatuses: [status({ terminated })] })
    expect(life.containers.get('main')).toMatchObject({ state: 'exited', exitCode: 4, finishedMs: nowMs - 30_000 })
  })
})

describe('the active deadline of a pod', () => {
  it.each<[seconds: number | undefined, startTime: string | undefined, expected: number | undefined]>([
    [60, secondsAgo(20), 40_000],
    [60, secondsAgo(90), -30_000],
    [undefined, secondsAgo(20), undefined],
    [60, undefined, undefined],
  ])('of %s seconds since %s is in %s ms', (activeDeadlineSeconds, startTime, expected) => {
    const spec = activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }
    expect(msUntilActiveDeadline(pod('p', { spec, status: startTime === undefined ? {} : { startTime } }), nowMs)).toBe(
      expected,
    )
  })
})

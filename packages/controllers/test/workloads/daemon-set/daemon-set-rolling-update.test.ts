import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import type { DaemonNode } from '../../../src/workloads/daemon-set/daemon-facts.ts'
import { planRollingUpdate } from '../../../src/workloads/daemon-set/daemon-set-rolling-update.ts'
import { planDaemonPods } from '../../../src/workloads/daemon-set/plan-daemon-pods.ts'
import type { WithSpec } from '../../../src/workloads/stored-object.ts'
import { secondsAgo } from '../objects.ts'
import { at, current, daemonSet, facts, old, rolling, shown } from './daemon-objects.ts'

describe('a rolling update of daemon pods', () => {
  const four = (...pods: readonly (readonly Pod[])[]): readonly DaemonNode[] =>
    pods.map((own, index) => at(`n${index}`, own))
  const update = (set: WithSpec<DaemonSet>, nodes: readonly DaemonNode[]): unknown =>
    shown(planRollingUpdate(facts(set, ...nodes)))

  it('removes as many old pods as may be unavailable', () => {
    const nodes = four([old('a')], [old('b')], [old('c')], [current('d')])
    expect(update(rolling({ maxUnavailable: 1 }), nodes)).toEqual({ create: [], remove: ['a'] })
    expect(update(rolling({ maxUnavailable: 2 }), nodes)).toEqual({ create: [], remove: ['a', 'b'] })
  })

  it('rounds a percentage up, and takes at least one', () => {
    const nodes = four([old('a')], [old('b')], [old('c')], [old('d')])
    expect(update(rolling({ maxUnavailable: '30%' }), nodes)).toEqual({ create: [], remove: ['a', 'b'] })
    expect(update(rolling({ maxUnavailable: '0%' }), nodes)).toEqual({ create: [], remove: ['a'] })
    expect(update(rolling({}), nodes)).toEqual({ create: [], remove: ['a'] })
  })

  it('waits while a new pod is not available', () => {
    const nodes = four([old('a')], [old('b')], [current('c', { ready: false })], [])
    expect(update(rolling({ maxUnavailable: 1 }), nodes)).toEqual({ create: [], remove: [] })
    expect(update(rolling({ maxUnavailable: 3 }), nodes)).toEqual({ create: [], remove: ['a'] })
  })

  it('counts a terminating pod as unavailable', () => {
    const nodes = four([old('a', { terminating: true })], [old('b')])
    expect(update(rolling({ maxUnavailable: 1 }), nodes)).toEqual({ create: [], remove: [] })
  })

  it('removes old pods that are not available whatever the limit', () => {
    const nodes = four([old('a', { ready: false })], [old('b', { ready: false })], [old('c')])
    expect(update(rolling({ maxUnavailable: 1 }), nodes)).toEqual({ create: [], remove: ['a', 'b'] })
  })

  it('honors minReadySeconds', () => {
    const young = current('a', { readySince: secondsAgo(5) })
    const set = { ...rolling({ maxUnavailable: 1 }) }
    const patient = { ...set, spec: { ...set.spec, minReadySeconds: 60 } }
    expect(update(patient, four([young], [old('b')]))).toEqual({ create: [], remove: [] })
    expect(update(set, four([young], [old('b')]))).toEqual({ create: [], remove: ['b'] })
  })

  it('creates as many new pods as it may surge, and removes none that is available', () => {
    const nodes = four([old('a')], [old('b')], [old('c')], [old('d')])
    expect(update(rolling({ maxSurge: 1 }), nodes)).toEqual({ create: ['n0'], remove: [] })
    expect(update(rolling({ maxSurge: '50%' }), nodes)).toEqual({ create: ['n0', 'n1'], remove: [] })
  })

  it('counts surging nodes', () => {
    const nodes = four([old('a'), current('a2', { ready: false })], [old('b')], [old('c')])
    expect(update(rolling({ maxSurge: 1 }), nodes)).toEqual({ create: [], remove: [] })
    expect(update(rolling({ maxSurge: 2 }), nodes)).toEqual({ create: ['n1'], remove: [] })
  })

  it('leaves nodes alone that should have no pod', () => {
    const nodes = [at('x', [old('a')], { shouldRun: false }), at('y', [old('b')])]
    expect(update(rolling({ maxUnavailable: 2 }), nodes)).toEqual({ create: [], remove: ['b'] })
  })

  it('does nothing with strategy OnDelete', () => {
    expect(update(daemonSet({ updateStrategy: { type: 'OnDelete' } }), four([old('a')]))).toEqual({
      create: [],
      remove: [],
    })
  })

  it('waits until every node has its pod', () => {
    const nodes = four([old('a')], [])
    expect(shown(planDaemonPods(facts(rolling({ maxUnavailable: 2 }), ...nodes)))).toEqual({
      create: ['n1'],
      remove: [],
    })
    expect(shown(planDaemonPods(facts(rolling({ maxUnavailable: 2 }), ...four([old('a')], [current('b')]))))).toEqual({
      create: [],
      remove: ['a'],
    })
  })
})

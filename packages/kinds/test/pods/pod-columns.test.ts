import { describe, expect, it } from 'vitest'
import { cells, definitionOf, type Loose } from '../write.ts'
import { container, podWith } from './pod-table.ts'

const now = Date.parse('2026-01-01T01:00:00Z')
const cellsOf = (status: Loose, spec: Loose = {}, metadata: Loose = {}): Loose =>
  cells('v1/Pod', { ...podWith(spec, metadata), status }, now)
const waiting = (reason: string): Loose => ({ name: 'c', state: { waiting: { reason } }, restartCount: 0 })
const running = (more: Loose = {}): Loose => ({
  name: 'c',
  ready: true,
  state: { running: {} },
  restartCount: 0,
  ...more,
})
const ended = (terminated: Loose, more: Loose = {}): Loose => ({
  name: 'c',
  state: { terminated },
  restartCount: 0,
  ...more,
})
const init = {
  initContainers: [
    { name: 'i', image: 'i' },
    { name: 'j', image: 'i' },
  ],
}
const sidecar = { initContainers: [{ name: 's', image: 'i', restartPolicy: 'Always' }] }

describe('the table of pods', () => {
  it('has the columns clients know', () => {
    expect(definitionOf('v1/Pod').columns.map(({ name, priority = 0 }) => `${name} ${priority}`)).toEqual([
      'Name 0',
      'Ready 0',
      'Status 0',
      'Restarts 0',
      'Age 0',
      'IP 1',
      'Node 1',
      'Nominated Node 1',
      'Readiness Gates 1',
    ])
  })

  it.each<[string, Loose, Loose, string, string, string]>([
    ['waits for a node', { phase: 'Pending' }, {}, '0/1', 'Pending', '0'],
    [
      'is held back',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      {},
      '0/1',
      'SchedulingGated',
      '0',
    ],
    [
      'is made',
      { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] },
      {},
      '0/1',
      'ContainerCreating',
      '0',
    ],
    [
      'cannot pull',
      { phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff')] },
      {},
      '0/1',
      'ImagePullBackOff',
      '0',
    ],
    ['runs', { phase: 'Running', containerStatuses: [running()] }, {}, '1/1', 'Running', '0'],
    [
      'runs and is not ready',
      { phase: 'Running', containerStatuses: [running({ ready: false })] },
      {},
      '0/1',
      'Running',
      '0',
    ],
    [
      'crashes',
      { phase: 'Running', containerStatuses: [{ ...waiting('CrashLoopBackOff'), restartCount: 3 }] },
      {},
      '0/1',
      'CrashLoopBackOff',
      '3',
    ],
    [
      'has crashed',
      {
        phase: 'Running',
        containerStatuses: [
          running({ restartCount: 3, lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:30:00Z' } } }),
        ],
      },
      {},
      '1/1',
      'Running',
      '3 (30m ago)',
    ],
    [
      'is done',
      { phase: 'Succeeded', containerStatuses: [ended({ exitCode: 0, reason: 'Completed' })] },
      {},
      '0/1',
      'Completed',
      '0',
    ],
    [
      'has failed',
      { phase: 'Failed', containerStatuses: [ended({ exitCode: 1, reason: 'Error' })] },
      {},
      '0/1',
      'Error',
      '0',
    ],
    [
      'has failed without a word',
      { phase: 'Failed', containerStatuses: [ended({ exitCode: 2 })] },
      {},
      '0/1',
      'ExitCode:2',
      '0',
    ],
    [
      'was killed',
      { phase: 'Failed', containerStatuses: [ended({ exitCode: 137, signal: 9 })] },
      {},
      '0/1',
      'Signal:9',
      '0',
    ],
    ['was evicted', { phase: 'Failed', reason: 'Evicted' }, {}, '0/1', 'Evicted', '0'],
    [
      'is half done and ready',
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [ended({ exitCode: 0, reason: 'Completed' }), running({ name: 'd' })],
      },
      { containers: [container, { ...container, name: 'd' }] },
      '1/2',
      'Running',
      '0',
    ],
    [
      'is half done and not ready',
      { phase: 'Running', containerStatuses: [ended({ exitCode: 0, reason: 'Completed' }), running({ name: 'd' })] },
      { containers: [container, { ...container, name: 'd' }] },
      '1/2',
      'NotReady',
      '0',
    ],
    [
      'begins',
      { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { running: {} } }] },
      init,
      '0/1',
      'Init:0/2',
      '0',
    ],
    [
      'goes on beginning',
      {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'i', state: { terminated: { exitCode: 0 } } },
          { name: 'j', state: { running: {} } },
        ],
      },
      init,
      '0/1',
      'Init:1/2',
      '0',
    ],
    [
      'fails to begin',
      {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'i', restartCount: 2, state: { terminated: { exitCode: 1, reason: 'Error' } } },
        ],
      },
      init,
      '0/1',
      'Init:Error',
      '2',
    ],
    [
      'fails to begin without a word',
      { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { terminated: { exitCode: 3 } } }] },
      init,
      '0/1',
      'Init:ExitCode:3',
      '0',
    ],
    [
      'is killed at the start',
      { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { terminated: { exitCode: 1, signal: 9 } } }] },
      init,
      '0/1',
      'Init:Signal:9',
      '0',
    ],
    [
      'cannot pull to begin',
      { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { waiting: { reason: 'ErrImagePull' } } }] },
      init,
      '0/1',
      'Init:ErrImagePull',
      '0',
    ],
    [
      'is about to begin',
      { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { waiting: { reason: 'PodInitializing' } } }] },
      init,
      '0/1',
      'Init:0/2',
      '0',
    ],
    [
      'has a sidecar',
      {
        phase: 'Running',
        initContainerStatuses: [{ name: 's', started: true, ready: true, restartCount: 1, state: { running: {} } }],
        containerStatuses: [running()],
      },
      sidecar,
      '2/2',
      'Running',
      '1',
    ],
  ])('a pod that %s', (_, status, spec, ready, text, restarts) => {
    expect(cellsOf(status, spec)).toMatchObject({ Ready: ready, Status: text, Restarts: restarts })
  })

  it.each<[string, Loose, string]>([
    ['goes', { phase: 'Running', containerStatuses: [running()] }, 'Terminating'],
    ['goes with its node', { phase: 'Running', reason: 'NodeLost' }, 'Unknown'],
    [
      'goes after it is done',
      { phase: 'Succeeded', containerStatuses: [ended({ exitCode: 0, reason: 'Completed' })] },
      'Completed',
    ],
  ])('a pod that %s', (_, status, text) => {
    expect(cellsOf(status, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }).Status).toBe(text)
  })

  it('shows where a pod is with -o wide', () => {
    const gates = { readinessGates: [{ conditionType: 'a' }, { conditionType: 'b' }] }
    const status = { podIPs: [{ ip: '10.0.0.1' }], nominatedNodeName: 'm', conditions: [{ type: 'a', status: 'True' }] }
    expect(cellsOf(status, { nodeName: 'n', ...gates }, { creationTimestamp: '2026-01-01T00:00:00Z' })).toMatchObject({
      IP: '10.0.0.1',
      Node: 'n',
      'Nominated Node': 'm',
      'Readiness Gates': '1/2',
      Age: '60m',
    })
    expect(cellsOf({})).toMatchObject({
      IP: '<none>',
      Node: '<none>',
      'Nominated Node': '<none>',
      'Readiness Gates': '<none>',
      Age: '<unknown>',
    })
  })
})

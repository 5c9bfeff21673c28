import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary, platformVocabulary, systemClock, systemRandom } from '@pinnace/meta'
import { builtInResources } from '../../src/built-in-resources.ts'
import { createPodRules } from '../../src/core/pod-spec/pod-rules.ts'
import { pod } from '../../src/core/pods/pod.ts'
import { create, update, type Loose } from '../write.ts'
import { container, podWith, stored } from './pod-table.ts'

describe('a new pod', () => {
  it('is pending, in its first generation', () => {
    const { metadata, status } = stored()
    expect(metadata.generation).toBe(1)
    expect(status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' })
  })

  it('says nothing of its status itself', () => {
    const { object } = create('v1/Pod', { ...podWith(), status: { phase: 'Running', podIP: '10.0.0.1' } })
    expect(object.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' })
  })

  it('waits with a condition while gates hold it', () => {
    const { status } = stored({ schedulingGates: [{ name: 'a' }] })
    expect(status.conditions).toEqual([
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
        lastProbeTime: null,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ])
  })

  it('has its label keys turned into expressions', () => {
    const labelSelector = { matchLabels: { app: 'a' } }
    const term = { labelSelector, topologyKey: 'z', matchLabelKeys: ['v', 'none'], mismatchLabelKeys: ['t'] }
    const { spec } = stored(
      {
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', labelSelector, matchLabelKeys: ['v'] },
        ],
      },
      { labels: { app: 'a', v: '1', t: 'x' } },
    )
    const [anti] = spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution
    expect(anti.labelSelector.matchExpressions).toEqual([
      { key: 'v', operator: 'In', values: ['1'] },
      { key: 't', operator: 'NotIn', values: ['x'] },
    ])
    expect(spec.topologySpreadConstraints[0].labelSelector.matchExpressions).toEqual([
      { key: 'v', operator: 'In', values: ['1'] },
    ])
  })

  it('has its deprecated AppArmor annotation copied to the field', () => {
    const { spec } = stored({}, { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'localhost/p' } })
    expect(spec.containers[0].securityContext).toEqual({
      appArmorProfile: { type: 'Localhost', localhostProfile: 'p' },
    })
  })
})

describe('the quality of service of a pod', () => {
  const resources = (limits?: Loose, requests?: Loose): Loose => ({
    containers: [{ ...container, resources: { limits, requests } }].map((item) => JSON.parse(JSON.stringify(item))),
  })
  it.each([
    ['BestEffort', 'nothing is asked for', {}],
    ['BestEffort', 'nothing is asked for in numbers', resources(undefined, { cpu: '0' })],
    ['BestEffort', 'only other things are asked for', resources(undefined, { 'ephemeral-storage': '1Gi' })],
    ['Burstable', 'cpu is requested', resources(undefined, { cpu: '1' })],
    ['Burstable', 'memory is limited', resources({ memory: '1Gi' })],
    ['Burstable', 'requests are below limits', resources({ cpu: '2', memory: '1Gi' }, { cpu: '1', memory: '1Gi' })],
    ['Guaranteed', 'limits are all there is', resources({ cpu: '1', memory: '1Gi' })],
    [
      'Guaranteed',
      'requests equal limits in other words',
      resources({ cpu: '1', memory: '1Gi' }, { cpu: '1000m', memory: '1024Mi' }),
    ],
    [
      'Burstable',
      'an init container has no limits',
      { ...resources({ cpu: '1', memory: '1Gi' }), initContainers: [{ name: 'i', image: 'i' }] },
    ],
    ['Guaranteed', 'the whole pod is limited', { resources: { limits: { cpu: '1', memory: '1Gi' } } }],
    ['Burstable', 'the whole pod is limited in part', { resources: { limits: { cpu: '1' } } }],
  ])('is %s where %s', (expected, _, spec) => {
    expect(stored(spec).status.qosClass).toBe(expected)
  })
})

describe('an update of a pod', () => {
  const change = (edit: (spec: Loose) => void, live: Loose = stored()): readonly string[] =>
    update('v1/Pod', live, (next) => edit(next.spec)).errors
  const forbidden =
    'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
    '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
    '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n'

  it.each<[string, (spec: Loose) => void, Loose, readonly string[]]>([
    ['may change an image', (spec) => (spec.containers[0].image = 'b:1'), {}, []],
    [
      'may change an init image',
      (spec) => (spec.initContainers[0].image = 'b:1'),
      { initContainers: [{ name: 'i', image: 'i:1' }] },
      [],
    ],
    [
      'may not take an image away',
      (spec) => (spec.containers[0].image = ''),
      {},
      ['spec.containers[0].image: Required value', 'spec.containers[0].image: Required value'],
    ],
    [
      'may spell a quantity differently',
      (spec) => (spec.containers[0].resources.limits.memory = '1073741824'),
      { containers: [{ ...container, resources: { limits: { memory: '1Gi' } } }] },
      [],
    ],
    ['may set a deadline', (spec) => (spec.activeDeadlineSeconds = 5), {}, []],
    ['may bring a deadline nearer', (spec) => (spec.activeDeadlineSeconds = 5), { activeDeadlineSeconds: 6 }, []],
    [
      'may not put a deadline off',
      (spec) => (spec.activeDeadlineSeconds = 7),
      { activeDeadlineSeconds: 6 },
      ['spec.activeDeadlineSeconds: Invalid value: 7: must be less than or equal to previous value'],
    ],
    [
      'may not drop a deadline',
      (spec) => delete spec.activeDeadlineSeconds,
      { activeDeadlineSeconds: 6 },
      ['spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value'],
    ],
    ['may add a toleration', (spec) => (spec.tolerations = [{ key: 'a', operator: 'Exists' }]), {}, []],
    [
      'may change how long a toleration lasts',
      (spec) => (spec.tolerations[0].tolerationSeconds = 9),
      { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }] },
      [],
    ],
    [
      'may not take a toleration away',
      (spec) => (spec.tolerations = []),
      { tolerations: [{ key: 'a', operator: 'Exists' }] },
      ['spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds'],
    ],
    [
      'may lift a gate',
      (spec) => (spec.schedulingGates = [{ name: 'a' }]),
      { schedulingGates: [{ name: 'a' }, { name: 'b' }] },
      [],
    ],
    [
      'may not add a gate',
      (spec) => (spec.schedulingGates = [{ name: 'a' }, { name: 'b' }]),
      { schedulingGates: [{ name: 'a' }] },
      ["spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'"],
    ],
    [
      'may make a negative grace one second',
      (spec) => (spec.terminationGracePeriodSeconds = 1),
      { terminationGracePeriodSeconds: -1 },
      [],
    ],
    [
      'may send a negative grace, which counts as one second',
      (spec) => (spec.terminationGracePeriodSeconds = -5),
      { terminationGracePeriodSeconds: 1 },
      [],
    ],
    [
      'may not add a container',
      (spec) => spec.containers.push({ ...spec.containers[0], name: 'd' }),
      {},
      ['spec.containers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'may not add an init container',
      (spec) => (spec.initContainers = [{ name: 'i', image: 'i' }]),
      {},
      ['spec.initContainers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'may narrow the nodes of a gated pod',
      (spec) => (spec.nodeSelector = { a: 'b', c: 'd' }),
      { nodeSelector: { a: 'b' }, schedulingGates: [{ name: 'g' }] },
      [],
    ],
    [
      'may not widen the nodes of a gated pod',
      (spec) => (spec.nodeSelector = { c: 'd' }),
      { nodeSelector: { a: 'b' }, schedulingGates: [{ name: 'g' }] },
      [
        'spec.nodeSelector: Invalid value: {"c":"d"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      ],
    ],
    [
      'may give a gated pod a node affinity',
      (spec) =>
        (spec.affinity = {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
            },
          },
        }),
      { schedulingGates: [{ name: 'g' }] },
      [],
    ],
  ])('%s', (_, edit, spec, errors) => {
    expect(change(edit, stored(spec))).toEqual(errors)
  })

  it.each<[string, (spec: Loose) => void, string[]]>([
    [
      'scheduler',
      (spec) => (spec.schedulerName = 'b'),
      ['-"SchedulerName": "default-scheduler",', '+"SchedulerName": "b",'],
    ],
    ['node', (spec) => (spec.nodeName = 'b'), ['-"NodeName": "",', '+"NodeName": "b",']],
    ['command', (spec) => (spec.containers[0].command = ['x']), ['-"Command": null,', '+"Command": [', '+"x"', '+],']],
  ])('may change nothing else, and shows a diff of what differs: %s', (_, edit, lines) => {
    const [error = '', ...others] = change(edit)
    expect(others).toEqual([])
    expect(error.startsWith(forbidden)).toBe(true)
    const changed = error.split('\n').filter((line) => /^[-+]/.test(line))
    expect(changed.map((line) => line[0] + line.slice(1).trim())).toEqual(lines)
  })

  it('keeps the status and counts a changed spec', () => {
    const live = { ...stored(), status: { phase: 'Running', qosClass: 'BestEffort' } }
    const { object } = update('v1/Pod', live, (next) => {
      next.spec.containers[0].image = 'b:1'
      next.status = { phase: 'Failed' }
    })
    expect(object.status).toEqual(live.status)
    expect(object.metadata.generation).toBe(2)
  })

  it('counts nothing where only labels change', () => {
    const { object } = update('v1/Pod', stored(), (next) => (next.metadata.labels = { a: 'b' }))
    expect(object.metadata.generation).toBe(1)
  })

  it('may not add annotations of AppArmor or static pods', () => {
    const { errors } = update('v1/Pod', stored({ nodeName: 'n' }), (next) => {
      next.metadata.annotations = {
        'container.apparmor.security.beta.kubernetes.io/c': '',
        'kubernetes.io/config.mirror': 'x',
      }
    })
    expect(errors).toEqual([
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: may not add AppArmor annotations',
      'metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod annotation',
    ])
  })
})

describe('an update of the status of a pod', () => {
  const say = (
    status: Loose,
    live: Loose = stored(),
    edit: (next: Loose) => void = () => {},
  ): ReturnType<typeof update> =>
    update(
      'v1/Pod',
      live,
      (next) => {
        next.status = { qosClass: 'BestEffort', ...status }
        edit(next)
      },
      { subresource: 'status' },
    )

  it('changes the status and nothing else', () => {
    const { object, errors } = say({ phase: 'Running' }, stored(), (next) => {
      next.spec.nodeName = 'x'
      next.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u' }]
    })
    expect(errors).toEqual([])
    expect(object.status.phase).toBe('Running')
    expect(object.spec.nodeName).toBeUndefined()
    expect(object.metadata.ownerReferences).toBeUndefined()
  })

  it('brings the class back where it is left out', () => {
    expect(say({ qosClass: undefined }).object.status.qosClass).toBe('BestEffort')
  })

  it('keeps what a condition has observed', () => {
    const live = stored()
    live.status = {
      ...live.status,
      observedGeneration: 3,
      conditions: [{ type: 'Ready', status: 'False', observedGeneration: 3 }],
    }
    const { object } = say({ conditions: [{ type: 'Ready', status: 'True' }] }, live)
    expect(object.status.observedGeneration).toBe(3)
    expect(object.status.conditions[0].observedGeneration).toBe(3)
  })

  it('makes the one address and the list agree', () => {
    expect(say({ podIP: '10.0.0.1' }).object.status.podIPs).toEqual([{ ip: '10.0.0.1' }])
    expect(say({ podIPs: [{ ip: '10.0.0.2' }] }).object.status.podIP).toBe('10.0.0.2')
    expect(say({ podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.2' }] }).object.status.podIPs).toEqual([{ ip: '10.0.0.1' }])
  })

  const ip = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
  it.each<[string, Loose, readonly string[]]>([
    ['has two addresses of two families', { podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] }, []],
    ['has addresses', { podIPs: [{ ip: 'x' }] }, [`status.podIPs[0]: Invalid value: "x": ${ip}`]],
    [
      'has one address a family',
      { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] },
      [
        'status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"10.0.0.2"}]: may specify no more than one IP for each IP family',
      ],
    ],
    [
      'has the first address of the host in both places',
      { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.2' }] },
      ['status.hostIPs[0].ip: Invalid value: "10.0.0.2": must be equal to `hostIP`'],
    ],
    [
      'keeps its class',
      { qosClass: 'Guaranteed' },
      ['status.qosClass: Invalid value: "Guaranteed": field is immutable'],
    ],
    ['has conditions with names', { conditions: [{ type: 'example.com/a', status: 'True' }] }, []],
    [
      'knows its claims',
      { resourceClaimStatuses: [{ name: 'x' }] },
      [
        'status.resourceClaimStatuses[0].name: Invalid value: "x": must match the name of an entry in `spec.resourceClaims`',
      ],
    ],
  ])('%s', (_, status, errors) => {
    expect(say(status).errors).toEqual(errors)
  })

  it.each<[string, Loose, Loose, readonly string[]]>([
    ['runs again where it always does', { restartPolicy: 'Always' }, { exitCode: 0 }, []],
    ['runs again after a failure', { restartPolicy: 'OnFailure' }, { exitCode: 1 }, []],
    [
      'does not run again after success',
      { restartPolicy: 'OnFailure' },
      { exitCode: 0 },
      ['status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'],
    ],
    [
      'does not run again where it never does',
      { restartPolicy: 'Never' },
      { exitCode: 1 },
      ['status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'],
    ],
  ])('a container that ended %s', (_, spec, terminated, errors) => {
    const live = stored(spec)
    live.status = { ...live.status, containerStatuses: [{ name: 'c', state: { terminated } }] }
    expect(say({ containerStatuses: [{ name: 'c', state: { running: {} } }] }, live).errors).toEqual(errors)
  })
})

describe('an update of the ephemeral containers of a pod', () => {
  const debug = { name: 'd', image: 'd:1', targetContainerName: 'c' }
  const set = (ephemeralContainers: Loose, live: Loose = stored()): ReturnType<typeof update> =>
    update('v1/Pod', live, (next) => (next.spec.ephemeralContainers = ephemeralContainers), {
      subresource: 'ephemeralcontainers',
    })

  it('adds them and counts it', () => {
    const { object, errors } = set([debug])
    expect(errors).toEqual([])
    expect(object.spec.ephemeralContainers[0]).toMatchObject({ ...debug, imagePullPolicy: 'IfNotPresent' })
    expect(object.metadata.generation).toBe(2)
  })

  it('changes nothing else', () => {
    const { object } = update(
      'v1/Pod',
      stored(),
      (next) => {
        next.spec.nodeName = 'x'
        next.metadata.labels = { a: 'b' }
        next.spec.ephemeralContainers = [debug]
      },
      { subresource: 'ephemeralcontainers' },
    )
    expect(object.spec.nodeName).toBeUndefined()
    expect(object.metadata.labels).toBeUndefined()
  })

  it('takes none away and changes none', () => {
    const live = set([debug]).object
    expect(set([], live).errors).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be removed\n',
    ])
    const changed = set([{ ...live.spec.ephemeralContainers[0], image: 'e:1' }], live).errors
    expect(changed).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be changed\n' +
        '@@ -1,6 +1,6 @@\n {\n  "Name": "d",\n- "Image": "d:1",\n+ "Image": "e:1",\n  "Command": null,\n  "Args": null,\n  "WorkingDir": "",\n',
    ])
  })

  const at = 'spec.ephemeralContainers[0]'
  const no = 'Forbidden: cannot be set for an Ephemeral Container'
  it.each<[string, Loose, readonly string[]]>([
    ['has a unique name', { name: 'c' }, [`${at}.name: Duplicate value: "c"`]],
    ['aims at a container there is', { targetContainerName: 'x' }, [`${at}.targetContainerName: Not found: "x"`]],
    ['has no ports', { ports: [{ containerPort: 80 }] }, [`${at}.ports: ${no}`]],
    ['has no probes', { livenessProbe: { exec: { command: ['a'] } } }, [`${at}.livenessProbe: ${no}`]],
    ['has no hooks', { lifecycle: { preStop: { exec: { command: ['a'] } } } }, [`${at}.lifecycle: ${no}`]],
    ['has no resources', { resources: { limits: { cpu: '1' } } }, [`${at}.resources: ${no}`]],
  ])('each %s', (_, given, errors) => {
    expect(set([{ ...debug, ...given }]).errors).toEqual(errors)
  })

  it('is refused to static pods', () => {
    const live = stored({ nodeName: 'n' }, { annotations: { 'kubernetes.io/config.mirror': 'x' } })
    expect(set([debug], live).errors).toEqual([': Forbidden: static pods do not support ephemeral containers'])
  })
})

describe('a resize of a pod', () => {
  const live = (resources: Loose = { requests: { cpu: '1' } }, spec: Loose = {}): Loose =>
    stored({ containers: [{ ...container, resources }], ...spec })
  const resize = (object: Loose, edit: (next: Loose) => void): ReturnType<typeof update> =>
    update('v1/Pod', object, edit, { subresource: 'resize' })

  it('changes cpu and memory and counts it', () => {
    const { object, errors } = resize(
      live(),
      (next) => (next.spec.containers[0].resources = { requests: { cpu: '2' } }),
    )
    expect(errors).toEqual([])
    expect(object.spec.containers[0].resources).toEqual({ requests: { cpu: '2' } })
    expect(object.metadata.generation).toBe(2)
  })

  it('leaves everything else as it is', () => {
    const { object, errors } = resize(live(), (next) => {
      next.spec.containers[0].image = 'b:1'
      next.spec.nodeName = 'x'
    })
    expect(errors).toEqual([])
    expect(object.spec.containers[0].image).toBe('example/image:1')
    expect(object.spec.nodeName).toBeUndefined()
  })

  it.each<[string, Loose, (next: Loose) => void, readonly string[]]>([
    [
      'keeps the class',
      live(),
      (next) => (next.spec.containers[0].resources = {}),
      [
        'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
        'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
      ],
    ],
    [
      'takes no limits away',
      live({ limits: { cpu: '2' }, requests: { cpu: '1' } }),
      (next) => (next.spec.containers[0].resources = { requests: { cpu: '1' } }),
      ['spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed'],
    ],
    [
      'changes no other resources',
      live({ requests: { cpu: '1', 'ephemeral-storage': '1Gi' } }),
      (next) => (next.spec.containers[0].resources = { requests: { cpu: '1', 'ephemeral-storage': '2Gi' } }),
      ['spec: Forbidden: only cpu and memory resources are mutable'],
    ],
    [
      'renames no containers',
      live(),
      (next) => (next.spec.containers[0].name = 'd'),
      ['spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize'],
    ],
    [
      'adds no containers',
      live(),
      (next) => next.spec.containers.push({ name: 'd', image: 'i' }),
      ['spec.containers: Forbidden: containers may not be added or removed on resize'],
    ],
    [
      'changes init containers that end',
      live(undefined, { initContainers: [{ name: 'i', image: 'i' }] }),
      (next) => (next.spec.initContainers[0].resources = { limits: { 'x.y/gpu': '1' } }),
      ['spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable'],
    ],
    [
      'keeps the resize policy',
      live(),
      (next) => (next.spec.containers[0].resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }]),
      ['spec: Forbidden: only cpu and memory resources are mutable'],
    ],
    [
      'leaves Windows',
      live(undefined, { os: { name: 'windows' } }),
      () => {},
      [': Forbidden: windows pods cannot be resized'],
    ],
  ])('%s', (_, object, edit, errors) => {
    expect(resize(object, edit).errors).toEqual(errors)
  })

  // The answers of kube-apiserver 1.36.3.
  describe('with resources of its own', () => {
    const own = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } }
    const withOwn = (resources: Loose = own, ofContainer?: Loose): Loose =>
      live(ofContainer ?? { requests: { cpu: '500m' } }, { resources })

    it.each<[string, Loose, Loose, Loose]>([
      ['changes them', withOwn(), { ...own, requests: { cpu: '1500m', memory: '1Gi' } }, undefined],
      ['gives a pod some', live({ requests: { cpu: '500m' } }), { requests: { cpu: '1500m' } }, undefined],
      [
        'computes requests that are left out',
        withOwn(),
        { limits: own.limits },
        { ...own, requests: { cpu: '500m', memory: '2Gi' } },
      ],
      [
        'adds limits',
        withOwn({ requests: { memory: '1Gi' } }),
        { limits: { memory: '2Gi' }, requests: { memory: '1Gi' } },
        undefined,
      ],
    ])('%s', (_, object, resources, expected) => {
      const resized = resize(object, (next) => (next.spec.resources = resources))
      expect(resized.errors).toEqual([])
      expect(resized.object.spec.resources).toMatchObject(expected ?? resources)
      expect(resized.object.metadata.generation).toBe(2)
    })

    const qos = 'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing'
    const requests = 'spec.resources.requests: Forbidden: pod-level resource requests cannot be removed'
    const limits = 'spec.resources.limits: Forbidden: pod-level resource limits cannot be removed'
    it.each<[string, Loose, Loose, readonly string[]]>([
      ['takes no limits away', withOwn(), { ...own, limits: { memory: '2Gi' } }, [limits]],
      ['takes nothing away', withOwn(), { requests: { cpu: '1' } }, [requests, limits]],
      [
        'does not take all away',
        withOwn(),
        undefined,
        ['spec.resources: Forbidden: pod-level resources cannot be removed'],
      ],
      ['keeps the class', withOwn(), { ...own, requests: own.limits }, [qos]],
      [
        'changes no other resources',
        withOwn(),
        { ...own, limits: { ...own.limits, 'hugepages-2Mi': '4Mi' } },
        ['spec: Forbidden: only cpu and memory resources are mutable at pod-level'],
      ],
      [
        'asks for what the containers need',
        withOwn(),
        { ...own, requests: { cpu: '200m', memory: '1Gi' } },
        [
          'spec.resources.requests[cpu]: Invalid value: "200m": must be greater than or equal to aggregate container requests of 500m',
        ],
      ],
    ])('%s', (_, object, resources, errors) => {
      const edit = (next: Loose): void => {
        if (resources === undefined) delete next.spec.resources
        else next.spec.resources = resources
      }
      expect(resize(object, edit).errors).toEqual(errors)
    })

    it('is refused without its feature gate', async () => {
      const isEnabled = (gate: string): boolean => gate !== 'InPlacePodLevelResourcesVerticalScaling'
      const definition = (await builtInResources(kubernetesVocabulary, { isEnabled })).find(
        ({ kind }) => kind === 'Pod',
      )!
      const options = { subresource: 'resize', definition }
      expect(update('v1/Pod', withOwn(), () => {}, options).errors).toEqual([
        ': Forbidden: pods with pod-level resources cannot be resized',
      ])
    })
  })

  it('is refused where the node cannot', () => {
    const object = live()
    object.status = { ...object.status, containerStatuses: [{ name: 'c', state: { running: {} } }] }
    expect(resize(object, () => {}).errors).toEqual(['spec: Forbidden: Pod running on node without support for resize'])
  })
})

describe('the grace of a pod that is deleted', () => {
  const { strategy } = pod(createPodRules(kubernetesVocabulary))
  const grace = (spec: Loose, requested?: number, phase?: string): number | undefined =>
    strategy!.gracePeriodSeconds!({ ...podWith(spec), status: { phase } } as Loose, requested)
  it.each<[string, number | undefined, Parameters<typeof grace>]>([
    ['is what was asked for', 5, [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 5]],
    ['is its own where nothing was asked for', 30, [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }]],
    ['is none where it has none', 0, [{ nodeName: 'n' }]],
    ['is none on no node', 0, [{ terminationGracePeriodSeconds: 30 }, 5]],
    ['is none after success', 0, [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, undefined, 'Succeeded']],
    ['is none after failure', 0, [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, undefined, 'Failed']],
    ['is a second where it is less than none', 1, [{ nodeName: 'n', terminationGracePeriodSeconds: -5 }]],
    ['is none where none was asked for', 0, [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 0]],
  ])('%s', (_, seconds, given) => {
    expect(grace(...given)).toBe(seconds)
  })
})

describe('fields pods are selected by', () => {
  const fields = pod(createPodRules(kubernetesVocabulary)).selectableFields!
  const object: Loose = {
    ...podWith({
      nodeName: 'n',
      restartPolicy: 'Never',
      schedulerName: 's',
      serviceAccountName: 'a',
      hostNetwork: true,
    }),
    status: { phase: 'Running', podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], nominatedNodeName: 'm' },
  }
  it.each([
    ['spec.nodeName', 'n', ''],
    ['spec.restartPolicy', 'Never', ''],
    ['spec.schedulerName', 's', ''],
    ['spec.serviceAccountName', 'a', ''],
    ['spec.hostNetwork', 'true', 'false'],
    ['status.phase', 'Running', ''],
    ['status.podIP', '10.0.0.1', ''],
    ['status.podIPs', '10.0.0.1,fd00::1', ''],
    ['status.nominatedNodeName', 'm', ''],
  ])('%s', (field, full, empty) => {
    expect(fields[field]!(object)).toBe(full)
    expect(fields[field]!(podWith())).toBe(empty)
  })
})

describe('warnings about a pod', () => {
  const warnings = (spec: Loose, metadata: Loose = {}): readonly string[] => {
    const { object } = create('v1/Pod', podWith(spec, metadata))
    return pod(createPodRules(kubernetesVocabulary)).strategy!.warnings!(object, undefined)
  }
  it.each<[string, Loose, readonly string[]]>([
    ['has none', {}, []],
    [
      'hides a variable',
      {
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: 'x' },
              { name: 'A', value: 'y' },
            ],
          },
        ],
      },
      ['spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      'builds on a variable',
      {
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: 'x' },
              { name: 'A', value: '$(A)y' },
            ],
          },
        ],
      },
      [],
    ],
    [
      'uses an old node label',
      { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      'mounts what no longer works',
      { volumes: [{ name: 'v', glusterfs: { endpoints: 'a', path: 'b' } }] },
      ['spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+'],
    ],
    [
      'pulls with one secret twice',
      { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] },
      ['spec.imagePullSecrets[1].name: duplicate name "a"'],
    ],
    ['pulls with no secret', { imagePullSecrets: [{}] }, ['spec.imagePullSecrets[0].name: invalid empty name ""']],
    [
      'names a host twice',
      { hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] },
      ['spec.hostAliases[1].ip: duplicate ip "10.0.0.1"'],
    ],
    ['stops in negative time, which counts as one second', { terminationGracePeriodSeconds: -1 }, []],
    [
      'asks for parts of bytes',
      { containers: [{ ...container, resources: { requests: { memory: '1500m' } } }] },
      ['spec.containers[0].resources.requests[memory]: fractional byte value "1500m" is invalid, must be an integer'],
    ],
    [
      'opens a port twice',
      {
        containers: [
          {
            ...container,
            ports: [
              { containerPort: 80, name: 'a' },
              { containerPort: 80, name: 'b' },
            ],
          },
        ],
      },
      ['spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]'],
    ],
    [
      'spreads by nothing',
      { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }] },
      ['spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod'],
    ],
    [
      'writes a file over another',
      {
        volumes: [
          {
            name: 'v',
            configMap: {
              name: 'm',
              items: [
                { key: 'a', path: 'x' },
                { key: 'b', path: 'x/y' },
              ],
            },
          },
        ],
      },
      ['volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"'],
    ],
  ])('a pod that %s', (_, spec, expected) => {
    expect(warnings(spec)).toEqual(expected)
  })

  it('a pod whose name is no label', () => {
    expect(warnings({}, { name: 'a.b' })).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
    ])
  })
})

describe('the vocabulary', () => {
  it('spells what pods know by name', () => {
    const { strategy } = pod(createPodRules(platformVocabulary))
    const context: Loose = { vocabulary: platformVocabulary, clock: systemClock, random: systemRandom, warn() {} }
    const next: Loose = podWith({}, { annotations: { 'platform.io/config.mirror': 'x' } })
    strategy!.defaults!(next, context)
    const errors: string[] = []
    strategy!.validate!(next, { list: [], invalid: (field: string) => errors.push(field) } as Loose, context)
    expect(errors).toEqual(['metadata.annotations[platform.io/config.mirror]'])
  })
})

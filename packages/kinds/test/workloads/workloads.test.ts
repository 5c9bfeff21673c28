import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from '../write.ts'

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } }
const selector = { matchLabels: { app: 'a' } }
const mismatch =
  'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`'

function given(spec: Loose, metadata: Loose = {}): Loose {
  return { metadata: { name: 'w', namespace: 'n', ...metadata }, spec: { selector, template, ...spec } }
}

function live(kind: string, spec: Loose = {}, metadata: Loose = {}): Loose {
  const { object, errors } = create(kind, given(spec, metadata))
  expect(errors).toEqual([])
  object.metadata.resourceVersion = '1'
  return object
}

type Row = readonly [promise: string, spec: Loose, errors: readonly string[]]

function itChecks(kind: string, rows: readonly Row[]): void {
  it.each(rows)('%s', (_, spec, errors) => {
    expect(create(kind, given(spec)).errors).toEqual(errors)
  })
}

const kinds = ['apps/v1/DaemonSet', 'apps/v1/Deployment', 'apps/v1/ReplicaSet', 'apps/v1/StatefulSet']

describe.each(kinds)('every workload: %s', (kind) => {
  const word = kind.slice('apps/v1/'.length)
  const inWords = word === 'Deployment' ? 'ReplicaSet' : word
  const empty = word === 'ReplicaSet' ? 'deployment' : word.toLowerCase()

  it('has a first generation and an empty status', () => {
    const { metadata, status } = live(kind)
    expect(metadata.generation).toBe(1)
    expect(Object.values(status).every((value) => value === 0)).toBe(true)
  })

  it('fills its template as that of a pod, but for what only pods are given', () => {
    const { spec } = live(kind).spec.template
    expect(spec).toMatchObject({
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
    })
    expect(spec.containers[0].imagePullPolicy).toBe('IfNotPresent')
    expect(spec.enableServiceLinks).toBeUndefined()
  })

  itChecks(kind, [
    ['selects by expressions', { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] } }, []],
    ['matches its template', { selector: { matchLabels: { app: 'b' } } }, [mismatch]],
    [
      'selects something',
      { selector: {} },
      [`spec.selector: Invalid value: {}: empty selector is invalid for ${empty}`],
    ],
    [
      'has pods that restart',
      { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      'has pods without a deadline',
      { template: { ...template, spec: { ...template.spec, activeDeadlineSeconds: 5 } } },
      [`spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ${inWords} is not Supported`],
    ],
    [
      'has containers',
      { template: { ...template, spec: { containers: [] } } },
      ['spec.template.spec.containers: Required value'],
    ],
    [
      'has containers without mistakes',
      { template: { ...template, spec: { containers: [{ name: 'C', image: '' }] } } },
      [
        expect.stringContaining('spec.template.spec.containers[0].name: Invalid value: "C"'),
        'spec.template.spec.containers[0].image: Required value',
      ] as Loose,
    ],
    [
      'has no ephemeral containers',
      { template: { ...template, spec: { ...template.spec, ephemeralContainers: [{ name: 'e', image: 'i' }] } } },
      ['spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template'],
    ],
    [
      'may have images still to be filled in',
      { template: { ...template, spec: { containers: [{ name: 'c', image: ' ' }] } } },
      [],
    ],
    [
      'waits no negative time',
      { minReadySeconds: -1 },
      ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])

  it('needs a selector', () => {
    const [first, ...others] = create(kind, given({ selector: null })).errors
    expect(first).toBe(word === 'DaemonSet' ? mismatch : 'spec.selector: Required value')
    expect(others).toEqual(word === 'DaemonSet' ? [] : [mismatch])
  })

  it('keeps its selector', () => {
    const { errors } = update(kind, live(kind), (next) => {
      next.spec.selector = { matchLabels: { app: 'b' } }
      next.spec.template.metadata.labels = { app: 'b' }
    })
    expect(errors).toEqual(
      word === 'StatefulSet'
        ? [
            "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
              "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
          ]
        : ['spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable'],
    )
  })

  it('counts a changed spec', () => {
    const { object, errors } = update(kind, live(kind), (next) => (next.spec.template.spec.containers[0].image = 'i:2'))
    expect(errors).toEqual([])
    expect(object.metadata.generation).toBe(2)
  })

  it('counts no change where a quantity is spelled differently', () => {
    const limited = update(kind, live(kind), (next) => {
      next.spec.template.spec.containers[0].resources = { limits: { memory: '1Gi' } }
    }).object
    const { object } = update(kind, limited, (next) => {
      next.spec.template.spec.containers[0].resources.limits.memory = '1073741824'
    })
    expect(object.metadata.generation).toBe(limited.metadata.generation)
  })

  it('counts nothing where only labels change', () => {
    const { object } = update(kind, live(kind), (next) => (next.metadata.labels = { a: 'b' }))
    expect(object.metadata.generation).toBe(1)
  })

  it('keeps its status where the spec is written', () => {
    const stored = live(kind)
    stored.status = { ...stored.status, observedGeneration: 1 }
    expect(update(kind, stored, (next) => delete next.status).object.status.observedGeneration).toBe(1)
  })

  it('keeps its spec where the status is written', () => {
    const { object, errors } = update(
      kind,
      live(kind),
      (next) => {
        next.spec.minReadySeconds = 9
        next.status.observedGeneration = 1
      },
      { subresource: 'status' },
    )
    expect(errors).toEqual([])
    expect(object.spec.minReadySeconds).toBeUndefined()
    expect(object.status.observedGeneration).toBe(1)
    expect(object.metadata.generation).toBe(1)
  })

  it('counts nothing below zero in its status', () => {
    const { errors } = update(kind, live(kind), (next) => (next.status.observedGeneration = -1), {
      subresource: 'status',
    })
    expect(errors).toEqual(['status.observedGeneration: Invalid value: -1: must be greater than or equal to 0'])
  })

  it('warns of its template under its path', () => {
    const { object } = create(
      kind,
      given({ template: { ...template, spec: { ...template.spec, terminationGracePeriodSeconds: -1 } } }),
    )
    expect(definitionOf(kind).strategy.warnings!(object, undefined)).toEqual([
      'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
    ])
  })

  it('shows its containers with -o wide', () => {
    expect(cells(kind, live(kind))).toMatchObject({ Name: 'w', Containers: 'c', Images: 'i:1' })
  })
})

describe('a daemon set', () => {
  const kind = 'apps/v1/DaemonSet'
  const rolling = (rollingUpdate: Loose): Loose => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
  const at = 'spec.updateStrategy.rollingUpdate'
  const percent =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

  it('rolls over one by one', () => {
    expect(live(kind).spec).toMatchObject({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    })
  })

  it('writes all four counts of its status', () => {
    expect(live(kind).status).toEqual({
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    })
  })

  itChecks(kind, [
    ['may wait to be deleted', { updateStrategy: { type: 'OnDelete' } }, []],
    [
      'knows two strategies',
      { updateStrategy: { type: 'X' } },
      [
        'spec.updateStrategy: Unsupported value: {"Type":"X","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    ['rolls over a share', rolling({ maxUnavailable: '30%' }), []],
    ['rolls over by surge', rolling({ maxUnavailable: 0, maxSurge: 1 }), []],
    [
      'rolls over at least one',
      rolling({ maxUnavailable: 0 }),
      [`${at}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`],
    ],
    [
      'rolls over in one way',
      rolling({ maxUnavailable: 1, maxSurge: 1 }),
      [`${at}.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero`],
    ],
    [
      'rolls over at most all',
      rolling({ maxUnavailable: '101%' }),
      [`${at}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`],
    ],
    [
      'surges to at most all',
      rolling({ maxUnavailable: 0, maxSurge: '101%' }),
      [`${at}.maxSurge: Invalid value: "101%": must not be greater than 100%`],
    ],
    [
      'rolls over no negative count',
      rolling({ maxUnavailable: -1 }),
      [`${at}.maxUnavailable: Invalid value: -1: must be greater than or equal to 0`],
    ],
    [
      'rolls over no other text',
      rolling({ maxUnavailable: 'x' }),
      [
        `${at}.maxUnavailable: Invalid value: "x": ${percent}`,
        `${at}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`,
      ],
    ],
    [
      'keeps no negative history',
      { revisionHistoryLimit: -1 },
      ['spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['may keep no history', { revisionHistoryLimit: 0 }, []],
  ])

  it('says exactly what is missing', () => {
    expect(create(kind, { metadata: { name: 'x', namespace: 'n' }, spec: { template } }).errors).toEqual([mismatch])
  })

  const generation = 'deprecated.daemonset.template.generation'

  it('counts changes of its template in an annotation', () => {
    const stored = live(kind)
    expect(stored.metadata.annotations).toEqual({ [generation]: '1' })
    const same = update(kind, stored, (next) => (next.spec.minReadySeconds = 5)).object
    expect(same.metadata.annotations).toEqual({ [generation]: '1' })
    expect(same.metadata.generation).toBe(2)
    const changed = update(kind, stored, (next) => (next.spec.template.spec.containers[0].image = 'i:2')).object
    expect(changed.metadata.annotations).toEqual({ [generation]: '2' })
  })

  it('does not let users set the generation', () => {
    const stored = live(kind, {}, { annotations: { [generation]: '7' } })
    expect(stored.metadata.annotations).toEqual({ [generation]: '7' })
    expect(update(kind, stored, (next) => (next.metadata.annotations = {})).object.metadata.annotations).toEqual({
      [generation]: '7',
    })
    const inStatus = update(kind, stored, (next) => (next.metadata.annotations = {}), { subresource: 'status' })
    expect(inStatus.object.metadata.annotations).toEqual({ [generation]: '7' })
  })

  it('refuses a count that is none', () => {
    expect(() => create(kind, given({}, { annotations: { [generation]: 'x' } }))).toThrow(
      'strconv.ParseInt: parsing "x": invalid syntax',
    )
  })

  it('does not collide less', () => {
    const stored = live(kind)
    stored.status.collisionCount = 2
    const { errors } = update(kind, stored, (next) => (next.status.collisionCount = 1), { subresource: 'status' })
    expect(errors).toEqual(['status.collisionCount: Invalid value: 1: cannot be decremented'])
  })

  it('prints its counts', () => {
    const object = live(kind, {
      template: { ...template, spec: { ...template.spec, nodeSelector: { b: '2', a: '1' } } },
    })
    object.status = {
      ...object.status,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 2,
      numberReady: 1,
      updatedNumberScheduled: 2,
      numberAvailable: 1,
    }
    expect(cells(kind, object)).toEqual({
      Name: 'w',
      Desired: 3,
      Current: 2,
      Ready: 1,
      'Up-to-date': 2,
      Available: 1,
      'Node Selector': 'a=1,b=2',
      Age: '<unknown>',
      Containers: 'c',
      Images: 'i:1',
      Selector: 'app=a',
    })
  })
})

describe('a deployment', () => {
  const kind = 'apps/v1/Deployment'
  const rolling = (rollingUpdate: Loose): Loose => ({ strategy: { type: 'RollingUpdate', rollingUpdate } })
  const at = 'spec.strategy.rollingUpdate'

  it('rolls over a quarter at a time', () => {
    expect(live(kind).spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    })
  })

  itChecks(kind, [
    ['may have no replicas', { replicas: 0 }, []],
    [
      'has no negative replicas',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['may begin anew', { strategy: { type: 'Recreate' } }, []],
    [
      'begins anew or rolls over',
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      [`${at}: Forbidden: may not be specified when strategy \`type\` is 'Recreate'`],
    ],
    [
      'knows two strategies',
      { strategy: { type: 'X' } },
      [
        'spec.strategy: Unsupported value: {"Type":"X","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'rolls over at least one',
      rolling({ maxUnavailable: 0, maxSurge: 0 }),
      [`${at}.maxUnavailable: Invalid value: 0: may not be 0 when \`maxSurge\` is 0`],
    ],
    [
      'rolls over at least a share',
      rolling({ maxUnavailable: '0%', maxSurge: 0 }),
      [`${at}.maxUnavailable: Invalid value: "0%": may not be 0 when \`maxSurge\` is 0`],
    ],
    [
      'rolls over at most all',
      rolling({ maxUnavailable: '101%' }),
      [`${at}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`],
    ],
    ['may surge to more than all', rolling({ maxSurge: '200%' }), []],
    [
      'surges by no negative count',
      rolling({ maxSurge: -1 }),
      [`${at}.maxSurge: Invalid value: -1: must be greater than or equal to 0`],
    ],
    [
      'keeps no negative history',
      { revisionHistoryLimit: -1 },
      ['spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'gets on in time',
      { progressDeadlineSeconds: 10, minReadySeconds: 10 },
      ['spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds'],
    ],
    [
      'gets on in no negative time',
      { progressDeadlineSeconds: -1 },
      [
        'spec.progressDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
        'spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds',
      ],
    ],
    [
      'selects in ways that can be read',
      { selector: { matchExpressions: [{ key: 'app', operator: 'X' }] } },
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator',
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"X"}]}: invalid label selector',
      ],
    ],
  ])

  it('counts changed annotations too', () => {
    const { object } = update(kind, live(kind), (next) => (next.metadata.annotations = { a: 'b' }))
    expect(object.metadata.generation).toBe(2)
  })

  it.each<[string, Loose, readonly string[]]>([
    ['has what it counts', { replicas: 2, readyReplicas: 2, availableReplicas: 1, updatedReplicas: 2 }, []],
    [
      'is not readier than it is',
      { replicas: 1, readyReplicas: 2 },
      ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      'is not newer than it is',
      { replicas: 1, updatedReplicas: 2 },
      ['status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      'is not more available than ready',
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      ['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
    ],
  ])('a status %s', (_, status, errors) => {
    expect(update(kind, live(kind), (next) => (next.status = status), { subresource: 'status' }).errors).toEqual(errors)
  })

  it('prints how many are ready', () => {
    const object = live(kind, { replicas: 3 })
    object.status = { readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 }
    expect(cells(kind, object)).toMatchObject({ Ready: '2/3', 'Up-to-date': 1, Available: 2, Selector: 'app=a' })
  })
})

describe('a replica set', () => {
  const kind = 'apps/v1/ReplicaSet'
  itChecks(kind, [
    [
      'has no negative replicas',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])

  it('has one replica where it does not say', () => {
    expect(live(kind).spec.replicas).toBe(1)
  })

  it.each<[string, Loose, readonly string[]]>([
    [
      'is not more labelled than it is',
      { replicas: 1, fullyLabeledReplicas: 2 },
      ['status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      'is not readier than it is',
      { replicas: 0, readyReplicas: 1 },
      ['status.readyReplicas: Invalid value: 1: cannot be greater than status.replicas'],
    ],
  ])('a status %s', (_, status, errors) => {
    expect(update(kind, live(kind), (next) => (next.status = status), { subresource: 'status' }).errors).toEqual(errors)
  })

  it('prints its counts', () => {
    const object = live(kind, { replicas: 3 })
    object.status = { replicas: 2, readyReplicas: 1 }
    expect(cells(kind, object)).toMatchObject({ Desired: 3, Current: 2, Ready: 1 })
  })
})

describe('a stateful set', () => {
  const kind = 'apps/v1/StatefulSet'
  const rolling = (rollingUpdate: Loose): Loose => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
  const at = 'spec.updateStrategy.rollingUpdate'
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }

  it('makes its pods in order and keeps their claims', () => {
    expect(live(kind).spec).toMatchObject({
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      revisionHistoryLimit: 10,
    })
  })

  it('fills its claims', () => {
    expect(live(kind, { volumeClaimTemplates: [claim] }).spec.volumeClaimTemplates[0]).toEqual({
      ...claim,
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      spec: { ...claim.spec, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    })
  })

  itChecks(kind, [
    [
      'makes its pods in order or at once',
      { podManagementPolicy: 'X' },
      ["spec.podManagementPolicy: Invalid value: \"X\": must be 'OrderedReady' or 'Parallel'"],
    ],
    ['may make its pods at once', { podManagementPolicy: 'Parallel' }, []],
    ['may wait to be deleted', { updateStrategy: { type: 'OnDelete' } }, []],
    [
      'waits to be deleted or rolls over',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      [`${at}: Invalid value: {"partition":1}: only allowed for updateStrategy 'RollingUpdate'`],
    ],
    [
      'knows two strategies',
      { updateStrategy: { type: 'X' } },
      [
        'spec.updateStrategy: Invalid value: {"Type":"X","RollingUpdate":null}: must be \'RollingUpdate\' or \'OnDelete\'',
      ],
    ],
    ['rolls over from a pod on', rolling({ partition: 2 }), []],
    [
      'rolls over from no negative pod on',
      rolling({ partition: -1 }),
      [`${at}.partition: Invalid value: -1: must be greater than or equal to 0`],
    ],
    [
      'rolls over at least one',
      rolling({ maxUnavailable: 0 }),
      [`${at}.maxUnavailable: Invalid value: 0: cannot be 0`],
    ],
    [
      'rolls over at most all',
      rolling({ maxUnavailable: '101%' }),
      [`${at}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`],
    ],
    [
      'keeps or deletes claims',
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'X', whenScaled: 'Delete' } },
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "X": supported values: "Retain", "Delete"',
      ],
    ],
    ['counts from a number', { ordinals: { start: 5 } }, []],
    [
      'counts from no negative number',
      { ordinals: { start: -1 } },
      ['spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'has no negative replicas',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'mounts its claims',
      {
        volumeClaimTemplates: [claim],
        template: {
          ...template,
          spec: { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/d' }] }] },
        },
      },
      [],
    ],
    [
      'mounts nothing else',
      {
        template: {
          ...template,
          spec: { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/d' }] }] },
        },
      },
      ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"'],
    ],
    [
      'names a service without dots',
      { serviceName: 'a.b' },
      ['spec.serviceName: Invalid value: "a.b": must not contain dots'],
    ],
  ])

  it('has a name its pods can be called after', () => {
    expect(create(kind, given({}, { name: 'a.b' })).errors).toEqual([
      'metadata.name: Invalid value: "a.b": must not contain dots',
    ])
  })

  it.each<[string, (spec: Loose) => void]>([
    ['replicas', (spec) => (spec.replicas = 5)],
    ['template', (spec) => (spec.template.spec.containers[0].image = 'i:2')],
    ['updateStrategy', (spec) => (spec.updateStrategy = { type: 'OnDelete' })],
    ['minReadySeconds', (spec) => (spec.minReadySeconds = 5)],
    ['ordinals', (spec) => (spec.ordinals = { start: 1 })],
    ['revisionHistoryLimit', (spec) => (spec.revisionHistoryLimit = 5)],
    [
      'persistentVolumeClaimRetentionPolicy',
      (spec) => (spec.persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' }),
    ],
  ])('may change its %s', (_, edit) => {
    expect(update(kind, live(kind), (next) => edit(next.spec)).errors).toEqual([])
  })

  it.each<[string, (spec: Loose) => void]>([
    ['serviceName', (spec) => (spec.serviceName = 'b')],
    ['podManagementPolicy', (spec) => (spec.podManagementPolicy = 'Parallel')],
    ['volumeClaimTemplates', (spec) => (spec.volumeClaimTemplates = [claim])],
  ])('may not change its %s', (_, edit) => {
    const [error] = update(kind, live(kind), (next) => edit(next.spec)).errors
    expect(error).toContain('spec: Forbidden: updates to statefulset spec for fields other than')
  })

  it.each<[string, Loose, readonly string[]]>([
    [
      'is not readier than it is',
      { replicas: 0, readyReplicas: 1, availableReplicas: 0 },
      ['status.readyReplicas: Invalid value: 1: cannot be greater than status.replicas'],
    ],
    [
      'is not more available than ready',
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      ['status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas'],
    ],
  ])('a status %s', (_, status, errors) => {
    expect(update(kind, live(kind), (next) => (next.status = status), { subresource: 'status' }).errors).toEqual(errors)
  })

  it('prints how many are ready', () => {
    const object = live(kind, { replicas: 3 })
    object.status = { replicas: 3, readyReplicas: 2 }
    expect(cells(kind, object)).toMatchObject({ Ready: '2/3' })
  })
})

describe.each(['Deployment', 'ReplicaSet', 'StatefulSet'])('the scale of a %s', (word) => {
  const { subresources } = definitionOf(`apps/v1/${word}`)
  const scale = subresources['scale']
  if (scale?.type !== 'scale') throw new TypeError('no scale')

  it('is a Scale', () => {
    expect(scale.kind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' })
    expect(scale.verbs).toEqual(['get', 'patch', 'update'])
  })

  it('reads and sets replicas', () => {
    const object = live(`apps/v1/${word}`, {
      replicas: 3,
      selector: { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] },
    })
    object.status.replicas = 2
    expect([scale.specReplicas(object), scale.statusReplicas(object), scale.selector(object)]).toEqual([
      3,
      2,
      'app=a,app',
    ])
    scale.setReplicas(object, 7)
    expect(object.spec.replicas).toBe(7)
    expect(object.spec.template).toBeDefined()
  })
})

describe('a template of pods', () => {
  const kind = 'v1/PodTemplate'
  const of = (spec: Loose): Loose => ({
    metadata: { name: 't', namespace: 'n' },
    template: { metadata: { labels: { a: 'b' } }, spec },
  })

  it('is held to the rules of pods', () => {
    expect(create(kind, of({ containers: [{ name: 'c', image: 'i' }] })).errors).toEqual([])
    expect(create(kind, of({ containers: [] })).errors).toEqual(['template.spec.containers: Required value'])
  })

  it('leaves the word metadata out of the paths of its labels', () => {
    const template = { metadata: { labels: { 'a b': 'c' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const [error] = create(kind, { metadata: { name: 't', namespace: 'n' }, template }).errors
    expect(error).toContain('template.labels: Invalid value: "a b"')
  })

  it('prints its containers', () => {
    expect(
      cells(
        kind,
        of({
          containers: [
            { name: 'c', image: 'i' },
            { name: 'd', image: 'j' },
          ],
        }),
      ),
    ).toEqual({
      Name: 't',
      Containers: 'c,d',
      Images: 'i,j',
      'Pod Labels': 'a=b',
    })
  })
})

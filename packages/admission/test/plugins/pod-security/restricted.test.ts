import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { checkTable, newestMinor } from '../../../src/plugins/pod-security/check-table.ts'
import { checksOf } from '../../../src/plugins/pod-security/create-evaluator.ts'
import { container as c, hardened as h, said, type SketchedPod } from './support.ts'

const latest = Infinity

type Row = readonly [what: string, minor: number, pod: SketchedPod, said: string]

const bad = {
  capabilities: (names: string): string =>
    `unrestricted capabilities (${names} must set securityContext.capabilities.drop=["ALL"])`,
  escalation: (names: string): string =>
    `allowPrivilegeEscalation != false (${names} must set securityContext.allowPrivilegeEscalation=false)`,
  root: (names: string): string => `runAsNonRoot != true (pod or ${names} must set securityContext.runAsNonRoot=true)`,
  seccomp: (names: string): string =>
    `seccompProfile (pod or ${names} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`,
}

const restrictedSources = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
]

const rows: readonly Row[] = [
  ['a hardened pod', latest, { containers: [h('a')], initContainers: [h('b')], ephemeralContainers: [h('c')] }, ''],
  [
    'a pod that says it for its containers',
    latest,
    {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'Localhost', localhostProfile: 'p' } },
      containers: [c('a', { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })],
    },
    '',
  ],
  [
    'a pod that says nothing',
    latest,
    { containers: [c('a')] },
    [bad.escalation, bad.capabilities, bad.root, bad.seccomp].map((say) => say('container "a"')).join(', '),
  ],

  ['escalation before it could be said', 7, { securityContext: { runAsNonRoot: true }, containers: [c('a')] }, ''],
  [
    'escalation',
    8,
    {
      securityContext: { runAsNonRoot: true },
      containers: [c('a', { allowPrivilegeEscalation: true }), c('b'), c('c', { allowPrivilegeEscalation: false })],
    },
    bad.escalation('containers "a", "b"'),
  ],

  ['capabilities kept, before that counted', 21, { containers: [h('a', { capabilities: { add: ['CHOWN'] } })] }, ''],
  [
    'capabilities beyond the default ones, as baseline does',
    21,
    { containers: [h('a', { capabilities: { add: ['SYS_ADMIN'] } })] },
    'non-default capabilities (container "a" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    'that of low ports',
    22,
    { containers: [h('a', { capabilities: { drop: ['KILL', 'ALL'], add: ['NET_BIND_SERVICE'] } })] },
    '',
  ],
  [
    'capabilities that are not dropped, and others that are added',
    22,
    {
      containers: [
        h('a', { capabilities: { add: ['FOO', 'BAR'] } }),
        h('b', { capabilities: { add: ['BAR', 'BAZ'], drop: ['CHOWN'] } }),
        h('c', { capabilities: { add: ['NET_BIND_SERVICE', 'CHOWN'], drop: ['ALL'] } }),
      ],
    },
    'unrestricted capabilities (containers "a", "b" must set securityContext.capabilities.drop=["ALL"]; containers "a", "b", "c" must not include "BAR", "BAZ", "CHOWN", "FOO" in securityContext.capabilities.add)',
  ],

  [
    'another /proc among users of its own',
    35,
    { hostUsers: false, containers: [h('a', { procMount: 'Unmasked' })] },
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  [
    'another /proc, once',
    34,
    { containers: [h('a', { procMount: 'Unmasked' })] },
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],

  [
    'volumes of the pod, and claims',
    0,
    {
      containers: [h('a')],
      volumes: [
        'configMap',
        'csi',
        'downwardAPI',
        'emptyDir',
        'ephemeral',
        'image',
        'persistentVolumeClaim',
        'projected',
        'secret',
      ].map((source, index) => ({ name: `v${index}`, [source]: {} })),
    },
    '',
  ],
  ...restrictedSources.map((source): Row => [
    `a volume of type ${source}`,
    0,
    { containers: [h('a')], volumes: [{ name: 'v', [source]: {} }] },
    `restricted volume types (volume "v" uses restricted volume type "${source}")`,
  ]),
  [
    'volumes of several types, and of an unknown one',
    latest,
    { containers: [h('a')], volumes: [{ name: 'x', nfs: {} }, { name: 'v', hostPath: {} }, { name: 'u' }] },
    'restricted volume types (volumes "x", "v", "u" use restricted volume types "hostPath", "nfs", "unknown")',
  ],

  [
    'a root that is said',
    0,
    {
      securityContext: { runAsNonRoot: false },
      containers: [h('a', { runAsNonRoot: false }), h('b'), h('c', { runAsNonRoot: undefined })],
    },
    'runAsNonRoot != true (pod and container "a" must not set securityContext.runAsNonRoot=false)',
  ],
  [
    'containers that take it back',
    0,
    {
      securityContext: { runAsNonRoot: true },
      containers: [h('a', { runAsNonRoot: false }), h('b', { runAsNonRoot: false })],
    },
    'runAsNonRoot != true (containers "a", "b" must not set securityContext.runAsNonRoot=false)',
  ],
  ['what is not said', 0, { containers: [c('a'), c('b', {}), h('c')] }, bad.root('containers "a", "b"')],
  [
    'root among users of its own, before that was enough',
    34,
    { hostUsers: false, containers: [h('a', { runAsNonRoot: undefined, runAsUser: 0 })] },
    `${bad.root('container "a"')}, runAsUser=0 (container "a" must not set runAsUser=0)`,
  ],
  [
    'root among users of its own',
    35,
    {
      hostUsers: false,
      securityContext: { runAsUser: 0 },
      containers: [h('a', { runAsNonRoot: false, runAsUser: 0 })],
    },
    '',
  ],

  ['user 0 before it counted', 22, { containers: [h('a', { runAsUser: 0 })] }, ''],
  ['another user', 23, { securityContext: { runAsUser: 1 }, containers: [h('a', { runAsUser: 1000 })] }, ''],
  [
    'user 0',
    23,
    { securityContext: { runAsUser: 0 }, containers: [h('a', { runAsUser: 0 }), h('b', { runAsUser: 0 })] },
    'runAsUser=0 (pod and containers "a", "b" must not set runAsUser=0)',
  ],
  [
    'user 0 of the pod',
    latest,
    { securityContext: { runAsUser: 0 }, containers: [h('a')] },
    'runAsUser=0 (pod must not set runAsUser=0)',
  ],

  ['no seccomp profile, before there was a field', 18, { containers: [h('a', { seccompProfile: undefined })] }, ''],
  [
    'no seccomp profile',
    19,
    { containers: [h('a', { seccompProfile: undefined }), h('b'), h('c', { seccompProfile: undefined })] },
    bad.seccomp('containers "a", "c"'),
  ],
  [
    'another seccomp profile, once',
    19,
    {
      securityContext: { seccompProfile: { type: 'Unconfined' } },
      containers: [h('a', { seccompProfile: { type: 'Odd' } }), h('b', { seccompProfile: undefined })],
    },
    'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Odd", "Unconfined")',
  ],

  [
    'what Windows does not have, before that was known',
    24,
    { os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, containers: [c('a')] },
    [bad.escalation, bad.capabilities, bad.seccomp].map((say) => say('container "a"')).join(', '),
  ],
  [
    'what Windows does not have',
    25,
    { os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, containers: [c('a')] },
    '',
  ],
  [
    'what Linux has',
    25,
    { os: { name: 'linux' }, securityContext: { runAsNonRoot: true }, containers: [c('a')] },
    [bad.escalation, bad.capabilities, bad.seccomp].map((say) => say('container "a"')).join(', '),
  ],
  ['what Windows has too', 25, { os: { name: 'windows' }, containers: [c('a')] }, bad.root('container "a"')],

  [
    'what baseline refuses, before what it alone does',
    latest,
    { hostIPC: true, containers: [h('a', { privileged: true, runAsUser: 0 })] },
    'host namespaces (hostIPC=true), privileged (container "a" must not set securityContext.privileged=true), runAsUser=0 (container "a" must not set runAsUser=0)',
  ],
]

describe('the level restricted', () => {
  it.each(rows.filter(([, , , text]) => text === ''))('allows %s (v1.%s)', (_what, minor, pod) => {
    expect(said('restricted', minor, pod)).toBe('')
  })

  it.each(rows.filter(([, , , text]) => text !== ''))('refuses %s (v1.%s)', (_what, minor, pod, text) => {
    expect(said('restricted', minor, pod)).toBe(text)
  })
})

describe('the table of checks', () => {
  const table = checkTable(kubernetesVocabulary)

  it('is in the order of ids, baseline first', () => {
    const ids = (level: string): readonly string[] => table.filter((one) => one.level === level).map(({ id }) => id)
    expect(table.map(({ id }) => id)).toEqual([...ids('baseline').toSorted(), ...ids('restricted').toSorted()])
  })

  it('has unique checks, ascending versions and existing overrides', () => {
    expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
    const baseline = new Set(table.filter(({ level }) => level === 'baseline').map(({ id }) => id))
    for (const { versions } of table) {
      const since = versions.map((version) => version.since)
      expect(since).toEqual([...new Set(since)].toSorted((left, right) => left - right))
      for (const { overrides = [] } of versions) for (const id of overrides) expect(baseline).toContain(id)
    }
    expect(Math.max(...table.flatMap(({ versions }) => versions.map(({ since }) => since)))).toBe(newestMinor)
  })

  it('has the number of checks of every version', () => {
    const count = (level: 'baseline' | 'restricted', minor: number): number => checksOf(table, level, minor).length
    const at = [0, 8, 19, 22, 23, 25, 34, 35, 37]
    expect(at.map((minor) => count('baseline', minor))).toEqual([11, 11, 11, 11, 11, 11, 12, 12, 12])
    expect(at.map((minor) => count('restricted', minor))).toEqual([12, 13, 13, 13, 14, 14, 15, 15, 15])
  })

  it('treats a future version as the newest', () => {
    const pod = { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_notsent_lowat', value: '1' }] } }
    expect([said('baseline', 36, pod), said('baseline', 37, pod), said('baseline', 9999, pod)]).toEqual([
      'forbidden sysctls (net.ipv4.tcp_notsent_lowat)',
      '',
      '',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { container as c, said, type SketchedPod } from './support.ts'

const latest = Infinity
const apparmor = 'container.apparmor.security.beta.kubernetes.io'
const seccomp = 'seccomp.security.alpha.kubernetes.io'

/** From that version on: what is said of the pod; nothing where it is let in. */
type Row = readonly [what: string, minor: number, pod: SketchedPod, said: string]

const appArmor = (type: string): object => ({ appArmorProfile: { type, localhostProfile: 'p' } })
const seLinux = (seLinuxOptions: object): object => ({ seLinuxOptions })
const profile = (type: string): object => ({ seccompProfile: { type } })
const hostProcess = (is: boolean): object => ({ windowsOptions: { hostProcess: is } })
const sysctls = (...names: string[]): SketchedPod => ({
  securityContext: { sysctls: names.map((name) => ({ name, value: '1' })) },
})

const rows: readonly Row[] = [
  ['nothing at all', 0, {}, ''],
  ['AppArmor profiles of the runtime', 0, { securityContext: appArmor('RuntimeDefault') }, ''],
  ['AppArmor profiles of the node', 0, { containers: [c('a', appArmor('Localhost'))] }, ''],
  [
    'AppArmor by annotation',
    latest,
    {
      annotations: {
        [`${apparmor}/a`]: 'runtime/default',
        [`${apparmor}/b`]: 'localhost/p',
        [`${apparmor}/c`]: '',
        other: 'unconfined',
      },
    },
    '',
  ],
  [
    'no AppArmor for the pod',
    0,
    { securityContext: appArmor('Unconfined') },
    'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
  ],
  [
    'no AppArmor anywhere',
    latest,
    {
      securityContext: appArmor('Unconfined'),
      containers: [c('a', appArmor('Localhost')), c('b', appArmor('Unconfined')), c('c', appArmor('Odd'))],
      annotations: { [`${apparmor}/z`]: 'unconfined', [`${apparmor}/b`]: 'bogus' },
    },
    `forbidden AppArmor profiles (pod and containers "b", "c" and annotations must not set AppArmor profile type to "Odd", "Unconfined", "${apparmor}/b="bogus"", "${apparmor}/z="unconfined"")`,
  ],
  [
    'one bad AppArmor annotation',
    0,
    { annotations: { [`${apparmor}/a`]: 'unconfined' } },
    `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${apparmor}/a="unconfined"")`,
  ],

  ['default capabilities', 0, { containers: [c('a', { capabilities: { add: ['CHOWN', 'SYS_CHROOT'] } })] }, ''],
  [
    'capabilities beyond those',
    0,
    {
      initContainers: [c('i', { capabilities: { add: ['NET_RAW'] } })],
      containers: [c('a', { capabilities: { add: ['SYS_ADMIN', 'CHOWN'] } }), c('b', { capabilities: {} })],
    },
    'non-default capabilities (containers "i", "a" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
  ],

  ['namespaces of its own', 0, { hostNetwork: false, hostPID: false, hostIPC: false }, ''],
  [
    'namespaces of the node',
    0,
    { hostNetwork: true, hostPID: true, hostIPC: true },
    'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
  ],

  [
    'volumes of many sorts',
    0,
    {
      volumes: [
        { name: 'a', nfs: {} },
        { name: 'b', emptyDir: {} },
      ],
    },
    '',
  ],
  [
    'a directory of the node',
    0,
    { volumes: [{ name: 'a', hostPath: { path: '/' } }] },
    'hostPath volumes (volume "a")',
  ],
  [
    'directories of the node',
    latest,
    {
      volumes: [
        { name: 'a', hostPath: {} },
        { name: 'b', secret: {} },
        { name: 'c', hostPath: {} },
      ],
    },
    'hostPath volumes (volumes "a", "c")',
  ],

  ['ports of its own', 0, { containers: [c('a', {}, { ports: [{ containerPort: 1 }, { hostPort: 0 }] })] }, ''],
  [
    'a port of the node',
    0,
    { containers: [c('b', {}, { ports: [{ hostPort: 0 }, { hostPort: 20 }] })] },
    'hostPort (container "b" uses hostPort 20)',
  ],
  [
    'ports of the node, sorted as text',
    0,
    {
      containers: [
        c('b', {}, { ports: [{ hostPort: 9 }, { hostPort: 20 }] }),
        c('c', {}, { ports: [{ hostPort: 9 }] }),
      ],
    },
    'hostPort (containers "b", "c" use hostPorts 20, 9)',
  ],

  [
    'probes of another host, before there was a rule',
    33,
    { containers: [c('a', {}, { livenessProbe: { httpGet: { host: 'h' } } })] },
    '',
  ],
  ['probes of itself', 34, { containers: [c('a', {}, { startupProbe: { httpGet: { host: '', port: 1 } } })] }, ''],
  [
    'a probe of another host',
    34,
    { containers: [c('a', {}, { readinessProbe: { tcpSocket: { host: 'h' } } })] },
    'probe or lifecycle host (container "a" uses probe or lifecycle host "h")',
  ],
  [
    'probes and hooks that ask other hosts',
    latest,
    {
      ephemeralContainers: [c('a', {}, { livenessProbe: { httpGet: { host: '8' } } })],
      containers: [
        c('b', {}, { lifecycle: { postStart: { httpGet: { host: '7' } }, preStop: { tcpSocket: { host: '8' } } } }),
      ],
    },
    'probe or lifecycle host (containers "a", "b" use probe or lifecycle hosts "7", "8")',
  ],

  ['containers that are not privileged', 0, { containers: [c('a', { privileged: false }), c('b', {}), c('c')] }, ''],
  [
    'a privileged container',
    0,
    { containers: [c('a', { privileged: true })] },
    'privileged (container "a" must not set securityContext.privileged=true)',
  ],
  [
    'privileged containers of every sort, in order',
    0,
    {
      containers: [c('b', { privileged: true })],
      ephemeralContainers: [c('c', { privileged: true })],
      initContainers: [c('a', { privileged: true })],
    },
    'privileged (containers "a", "b", "c" must not set securityContext.privileged=true)',
  ],

  ['the usual /proc', 0, { containers: [c('a', { procMount: 'Default' })] }, ''],
  [
    'another /proc',
    0,
    { containers: [c('a', { procMount: 'Unmasked' }), c('b', { procMount: 'Other' })] },
    'procMount (containers "a", "b" must not set securityContext.procMount to "Other", "Unmasked")',
  ],
  [
    'another /proc among users of its own, before that was enough',
    34,
    { hostUsers: false, containers: [c('a', { procMount: 'Unmasked' })] },
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  [
    'another /proc among users of its own',
    35,
    { hostUsers: false, containers: [c('a', { procMount: 'Unmasked' })] },
    '',
  ],
  [
    'another /proc among the users of the node',
    35,
    { hostUsers: true, containers: [c('a', { procMount: 'Unmasked' })] },
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],

  ...['', 'container_t', 'container_init_t', 'container_kvm_t'].map((type): Row => [
    `the SELinux type "${type}"`,
    0,
    { securityContext: seLinux({ type, level: 's0' }) },
    '',
  ]),
  [
    'the SELinux type of engines, before it was one',
    30,
    { securityContext: seLinux({ type: 'container_engine_t' }) },
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
  ],
  ['the SELinux type of engines', 31, { containers: [c('a', seLinux({ type: 'container_engine_t' }))] }, ''],
  [
    'SELinux options',
    0,
    {
      securityContext: seLinux({ type: 'foo' }),
      containers: [c('a', seLinux({ type: 'bar' })), c('b', seLinux({ user: 'u' })), c('c', seLinux({ role: 'r' }))],
    },
    'seLinuxOptions (pod and containers "a", "b", "c" set forbidden securityContext.seLinuxOptions: types "bar", "foo"; user may not be set; role may not be set)',
  ],
  [
    'a SELinux user',
    latest,
    { securityContext: seLinux({ user: 'u' }) },
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: user may not be set)',
  ],

  [
    'seccomp annotations that are allowed',
    18,
    {
      annotations: { [`${seccomp}/pod`]: 'runtime/default', [`container.${seccomp}/a`]: 'docker/default' },
      containers: [c('a')],
    },
    '',
  ],
  ['seccomp annotations of a missing container', 18, { annotations: { [`container.${seccomp}/a`]: 'unconfined' } }, ''],
  [
    'a seccomp annotation',
    0,
    { annotations: { [`${seccomp}/pod`]: 'unconfined' } },
    `seccompProfile (forbidden annotation ${seccomp}/pod="unconfined")`,
  ],
  [
    'seccomp annotations',
    18,
    {
      annotations: { [`${seccomp}/pod`]: 'unconfined', [`container.${seccomp}/a`]: '' },
      containers: [c('a')],
    },
    `seccompProfile (forbidden annotations container.${seccomp}/a="", ${seccomp}/pod="unconfined")`,
  ],
  ['seccomp annotations once there was a field', 19, { annotations: { [`${seccomp}/pod`]: 'unconfined' } }, ''],
  ['the seccomp field, before it counted', 18, { securityContext: profile('Unconfined') }, ''],
  [
    'seccomp profiles that are allowed',
    19,
    { securityContext: profile('Localhost'), containers: [c('a', profile('RuntimeDefault'))] },
    '',
  ],
  [
    'no seccomp for the pod',
    19,
    { securityContext: profile('Unconfined') },
    'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'no seccomp',
    latest,
    { securityContext: profile('Unconfined'), containers: [c('a', profile('Odd')), c('b')] },
    'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Odd", "Unconfined")',
  ],

  [
    'kernel parameters that concern the pod alone',
    0,
    sysctls(
      'kernel.shm_rmid_forced',
      'net.ipv4.ip_local_port_range',
      'net.ipv4.tcp_syncookies',
      'net.ipv4.ping_group_range',
      'net.ipv4.ip_unprivileged_port_start',
    ),
    '',
  ],
  ['other kernel parameters', 0, sysctls('a', 'kernel.shm_rmid_forced', 'b'), 'forbidden sysctls (a, b)'],
  ...(
    [
      [27, 'net.ipv4.ip_local_reserved_ports'],
      [29, 'net.ipv4.tcp_keepalive_time'],
      [29, 'net.ipv4.tcp_fin_timeout'],
      [29, 'net.ipv4.tcp_keepalive_intvl'],
      [29, 'net.ipv4.tcp_keepalive_probes'],
      [32, 'net.ipv4.tcp_rmem'],
      [32, 'net.ipv4.tcp_wmem'],
      [37, 'net.ipv4.tcp_slow_start_after_idle'],
      [37, 'net.ipv4.tcp_notsent_lowat'],
    ] as const
  ).flatMap(([since, name]): Row[] => [
    [`${name} before it was safe`, since - 1, sysctls(name), `forbidden sysctls (${name})`],
    [`${name} once it is safe`, since, sysctls(name), ''],
    [`${name} today`, latest, sysctls(name), ''],
  ]),

  ['containers of Windows', 0, { securityContext: hostProcess(false), containers: [c('a', hostProcess(false))] }, ''],
  [
    'processes of a Windows node',
    0,
    { securityContext: hostProcess(true), containers: [c('a', hostProcess(true)), c('b', hostProcess(true))] },
    'hostProcess (pod and containers "a", "b" must not set securityContext.windowsOptions.hostProcess=true)',
  ],

  [
    'everything that is wrong, in the order of the checks',
    latest,
    {
      hostPID: true,
      securityContext: { ...seLinux({ role: 'r' }), ...profile('Unconfined'), sysctls: [{ name: 's', value: '1' }] },
      containers: [c('a', { privileged: true, capabilities: { add: ['X'] }, procMount: 'Unmasked' })],
      volumes: [{ name: 'v', hostPath: {} }],
    },
    [
      'non-default capabilities (container "a" must not include "X" in securityContext.capabilities.add)',
      'host namespaces (hostPID=true)',
      'hostPath volumes (volume "v")',
      'privileged (container "a" must not set securityContext.privileged=true)',
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: role may not be set)',
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
      'forbidden sysctls (s)',
    ].join(', '),
  ],
  ['what only the strictest level minds', latest, { containers: [c('a', { runAsUser: 0, runAsNonRoot: false })] }, ''],
]

describe('the level baseline', () => {
  it.each(rows.filter(([, , , text]) => text === ''))('allows %s (v1.%s)', (_what, minor, pod) => {
    expect(said('baseline', minor, pod)).toBe('')
  })

  it.each(rows.filter(([, , , text]) => text !== ''))('refuses %s (v1.%s)', (_what, minor, pod, text) => {
    expect(said('baseline', minor, pod)).toBe(text)
    expect(said('privileged', minor, pod)).toBe('')
  })
})

import { describe } from 'vitest'
import { container, itChecks, podWith } from './pod-table.ts'

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const name =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

describe('a pod spec', () => {
  itChecks([
    ['restarts always', { restartPolicy: 'Always' }, []],
    ['restarts on failure', { restartPolicy: 'OnFailure' }, []],
    ['restarts never', { restartPolicy: 'Never' }, []],
    [
      'knows three restart policies',
      { restartPolicy: 'X' },
      ['spec.restartPolicy: Unsupported value: "X": supported values: "Always", "OnFailure", "Never"'],
    ],
    ['has a deadline', { activeDeadlineSeconds: 1 }, []],
    [
      'has a deadline above zero',
      { activeDeadlineSeconds: 0 },
      ['spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive'],
    ],
    [
      'has a deadline of 32 bits',
      { activeDeadlineSeconds: 2147483648 },
      ['spec.activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647, inclusive'],
    ],
    ['selects nodes by labels', { nodeSelector: { a: 'b' } }, []],
    [
      'selects nodes by labels that can be some',
      { nodeSelector: { 'a b': 'c' } },
      [`spec.nodeSelector: Invalid value: "a b": ${name}`],
    ],
    [
      'names an account that can be one',
      { serviceAccountName: 'A' },
      [`spec.serviceAccountName: Invalid value: "A": ${subdomain}`],
    ],
    ['names a node that can be one', { nodeName: 'A' }, [`spec.nodeName: Invalid value: "A": ${subdomain}`]],
    [
      'names a priority class that can be one',
      { priorityClassName: 'A' },
      [`spec.priorityClassName: Invalid value: "A": ${subdomain}`],
    ],
    [
      'names a runtime class that can be one',
      { runtimeClassName: 'A' },
      [`spec.runtimeClassName: Invalid value: "A": ${subdomain}`],
    ],
    ['preempts or not', { preemptionPolicy: 'Never' }, []],
    [
      'knows two preemption policies',
      { preemptionPolicy: 'X' },
      ['spec.preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"'],
    ],
    ['has an overhead', { overhead: { cpu: '100m' } }, []],
    [
      'has no overhead below zero',
      { overhead: { cpu: '-1' } },
      ['spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    ['has readiness gates', { readinessGates: [{ conditionType: 'example.com/a' }] }, []],
    [
      'has readiness gates with names',
      { readinessGates: [{ conditionType: '-' }] },
      [`spec.readinessGates[0].conditionType: Invalid value: "-": ${name}`],
    ],
    ['has scheduling gates', { schedulingGates: [{ name: 'example.com/a' }] }, []],
    [
      'has each scheduling gate once',
      { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      ['spec.schedulingGates[1]: Duplicate value: "a"'],
    ],
    [
      'has scheduling gates with names',
      { schedulingGates: [{ name: '-' }] },
      [`spec.schedulingGates[0]: Invalid value: "-": ${name}`],
    ],
    [
      'has no node while gates hold it',
      { nodeName: 'n', schedulingGates: [{ name: 'a' }] },
      ['spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared'],
    ],
    ['takes a negative grace for one second', { terminationGracePeriodSeconds: -1 }, []],
    ['claims devices', { resourceClaims: [{ name: 'a', resourceClaimName: 'b' }] }, []],
    [
      'claims devices by a claim or a template',
      { resourceClaims: [{ name: 'a' }] },
      [
        'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      ],
    ],
    [
      'claims devices by one of both',
      { resourceClaims: [{ name: 'a', resourceClaimName: 'b', resourceClaimTemplateName: 'c' }] },
      [
        'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":"b","ResourceClaimTemplateName":"c"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      ],
    ],
    [
      'has each claim once',
      {
        resourceClaims: [
          { name: 'a', resourceClaimName: 'b' },
          { name: 'a', resourceClaimName: 'c' },
        ],
      },
      ['spec.resourceClaims[1].name: Duplicate value: "a"'],
    ],
  ])
})

describe('names on the network', () => {
  const underscore =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start " +
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
    "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
  const dns = (dnsConfig: object): object => ({ dnsConfig })
  itChecks([
    ['come from the cluster', { dnsPolicy: 'ClusterFirst' }, []],
    ['come from the node', { dnsPolicy: 'Default' }, []],
    [
      'come from four places',
      { dnsPolicy: 'X' },
      [
        'spec.dnsPolicy: Unsupported value: "X": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
      ],
    ],
    [
      'need a configuration without a place',
      { dnsPolicy: 'None' },
      ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
    ],
    [
      'need a server without a place',
      { dnsPolicy: 'None', dnsConfig: {} },
      ['spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None'],
    ],
    ['come from a server', { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.1'] } }, []],
    [
      'come from three servers at most',
      dns({ nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] }),
      [
        'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","1.1.1.2","1.1.1.3","1.1.1.4"]: must not have more than 3 nameservers',
      ],
    ],
    [
      'come from addresses',
      dns({ nameservers: ['x'] }),
      [
        'spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    ['are searched', dns({ searches: ['example.com', '.', '_tcp.example.com', 'a_b.c', 'example.org.'] }), []],
    [
      'are searched in names',
      dns({ searches: ['a..b'] }),
      [`spec.dnsConfig.searches[0]: Invalid value: "a..b": ${underscore}`],
    ],
    [
      'are searched in 32 places at most',
      dns({ searches: Array.from({ length: 33 }, () => 'a') }),
      [
        `spec.dnsConfig.searches: Invalid value: ${JSON.stringify(Array.from({ length: 33 }, () => 'a'))}: must not have more than 32 search paths`,
      ],
    ],
    ['have options', dns({ options: [{ name: 'ndots', value: '2' }] }), []],
    [
      'have named options',
      dns({ options: [{ value: '2' }] }),
      ['spec.dnsConfig.options[0]: Required value: must not be empty'],
    ],
    ['stand in the hosts file', { hostAliases: [{ ip: '10.0.0.1', hostnames: ['a', 'b.c'] }] }, []],
    [
      'stand in the hosts file by address',
      { hostAliases: [{ ip: 'x' }] },
      ['spec.hostAliases[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      'stand in the hosts file as names',
      { hostAliases: [{ ip: '10.0.0.1', hostnames: ['A'] }] },
      [`spec.hostAliases[0].hostnames[0]: Invalid value: "A": ${subdomain}`],
    ],
    ['of the pod have no dots', { hostname: 'a.b' }, ['spec.hostname: Invalid value: "a.b": must not contain dots']],
    [
      'of its domain have no dots',
      { subdomain: 'a.b' },
      ['spec.subdomain: Invalid value: "a.b": must not contain dots'],
    ],
  ])
})

describe('a node affinity', () => {
  const required = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'
  const must = (...nodeSelectorTerms: object[]): object => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  })
  const expression = (requirement: object): object => must({ matchExpressions: [requirement] })
  const field = (requirement: object): object => must({ matchFields: [requirement] })
  const would = (preference: object, weight: number): object => ({
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, preference }] } },
  })
  itChecks([
    ['asks for a label', expression({ key: 'a', operator: 'In', values: ['b'] }), []],
    ['asks whether there is a label', expression({ key: 'a', operator: 'Exists' }), []],
    ['asks for more than a number', expression({ key: 'a', operator: 'Gt', values: ['1'] }), []],
    ['asks for something', must(), [`${required}: Required value: must have at least one node selector term`]],
    [
      'asks in six ways',
      expression({ key: 'a', operator: 'X' }),
      [`${required}[0].matchExpressions[0].operator: Invalid value: "X": not a valid selector operator`],
    ],
    [
      'asks for a value in a set',
      expression({ key: 'a', operator: 'In' }),
      [
        `${required}[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      ],
    ],
    [
      'asks for no value where it asks for a label',
      expression({ key: 'a', operator: 'Exists', values: ['b'] }),
      [
        `${required}[0].matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
    [
      'asks for more than one number',
      expression({ key: 'a', operator: 'Lt', values: ['1', '2'] }),
      [
        `${required}[0].matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
      ],
    ],
    [
      'asks for a label that can be one',
      expression({ key: '-', operator: 'Exists' }),
      [`${required}[0].matchExpressions[0].key: Invalid value: "-": ${name}`],
    ],
    [
      'asks for a value that can be one',
      expression({ key: 'a', operator: 'In', values: ['-'] }),
      [`${required}[0].matchExpressions[0].values[0]: Invalid value: "-": ${value}`],
    ],
    ['asks for a name', field({ key: 'metadata.name', operator: 'In', values: ['n'] }), []],
    [
      'asks for no other field',
      field({ key: 'spec.x', operator: 'In', values: ['n'] }),
      [`${required}[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key`],
    ],
    [
      'asks for one name',
      field({ key: 'metadata.name', operator: 'In', values: ['a', 'b'] }),
      [
        `${required}[0].matchFields[0].values: Required value: must be only one value when \`operator\` is 'In' or 'NotIn' for node field selector`,
      ],
    ],
    [
      'asks for a name in two ways',
      field({ key: 'metadata.name', operator: 'Exists' }),
      [`${required}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`],
    ],
    [
      'asks for a name that can be one',
      field({ key: 'metadata.name', operator: 'In', values: ['A'] }),
      [`${required}[0].matchFields[0].values[0]: Invalid value: "A": ${subdomain}`],
    ],
    ['wishes with a weight', would({ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 100), []],
    [
      'wishes with a weight of 1 to 100',
      would({ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 101),
      [
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100',
      ],
    ],
    ['wishes for any value', would({ matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] }, 1), []],
  ])
})

describe('a pod affinity', () => {
  const term = (given: object): object => ({
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', ...given }] } },
  })
  const at = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]'
  const labelSelector = { matchLabels: { a: 'b' } }
  itChecks([
    ['asks for pods', term({ labelSelector }), []],
    [
      'asks within a topology',
      term({ labelSelector, topologyKey: '' }),
      [
        `${at}.topologyKey: Required value: can not be empty`,
        `${at}.topologyKey: Invalid value: "": name part must be non-empty`,
        `${at}.topologyKey: Invalid value: "": ${name}`,
      ],
    ],
    [
      'asks in namespaces',
      term({ labelSelector, namespaces: ['a.b'] }),
      [`${at}.namespace: Invalid value: "a.b": must not contain dots`],
    ],
    [
      'asks by a selector that can be read',
      term({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'X' }] } }),
      [`${at}.labelSelector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator`],
    ],
    ['takes keys for its own labels', term({ labelSelector, matchLabelKeys: ['c'], mismatchLabelKeys: ['d'] }), []],
    [
      'takes keys with a selector only',
      term({ matchLabelKeys: ['c'] }),
      [`${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    ],
    [
      'takes a key for one purpose',
      term({ labelSelector, matchLabelKeys: ['c'], mismatchLabelKeys: ['c'] }),
      [`${at}.matchLabelKeys[0]: Invalid value: "c": exists in both matchLabelKeys and mismatchLabelKeys`],
    ],
    [
      'wishes with a weight of 1 to 100',
      {
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 0, podAffinityTerm: { labelSelector, topologyKey: 'z' } },
            ],
          },
        },
      },
      [
        'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100',
      ],
    ],
  ])
})

describe('a toleration', () => {
  const at = 'spec.tolerations[0]'
  const tolerates = (toleration: object): object => ({ tolerations: [toleration] })
  itChecks([
    ['is of a taint', tolerates({ key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' }), []],
    ['is of everything', tolerates({ operator: 'Exists' }), []],
    [
      'is of everything by Exists only',
      tolerates({ operator: 'Equal' }),
      [
        `${at}.operator: Invalid value: "Equal": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
      ],
    ],
    ['is of a taint that can be one', tolerates({ key: '-' }), [`${at}.key: Invalid value: "-": ${name}`]],
    [
      'is of a value that can be one',
      tolerates({ key: 'a', value: '-' }),
      [`${at}.operator: Invalid value: "-": ${value}`],
    ],
    [
      'is of no value where it is of any',
      tolerates({ key: 'a', operator: 'Exists', value: 'b' }),
      [`${at}.operator: Invalid value: "b": value must be empty when \`operator\` is 'Exists'`],
    ],
    [
      'knows two operators',
      tolerates({ key: 'a', operator: 'X' }),
      [`${at}.operator: Unsupported value: "X": supported values: "Equal", "Exists"`],
    ],
    [
      'knows three effects',
      tolerates({ key: 'a', effect: 'X' }),
      [`${at}.effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`],
    ],
    ['ends where pods are evicted', tolerates({ key: 'a', effect: 'NoExecute', tolerationSeconds: 5 }), []],
    [
      'ends nowhere else',
      tolerates({ key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 }),
      [`${at}.effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`],
    ],
  ])
})

describe('a spread constraint', () => {
  const at = 'spec.topologySpreadConstraints[0]'
  const base = {
    maxSkew: 1,
    topologyKey: 'zone',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: { a: 'b' } },
  }
  itChecks(
    [
      ['spreads pods', {}, []],
      ['spreads by a skew above zero', { maxSkew: 0 }, [`${at}.maxSkew: Invalid value: 0: must be greater than zero`]],
      ['spreads over something', { topologyKey: '' }, [`${at}.topologyKey: Required value: can not be empty`]],
      [
        'must or would',
        { whenUnsatisfiable: 'X' },
        [`${at}.whenUnsatisfiable: Unsupported value: "X": supported values: "DoNotSchedule", "ScheduleAnyway"`],
      ],
      ['spreads over so many', { minDomains: 2 }, []],
      ['spreads over some', { minDomains: 0 }, [`${at}.minDomains: Invalid value: 0: must be greater than zero`]],
      [
        'spreads over so many where it must',
        { minDomains: 2, whenUnsatisfiable: 'ScheduleAnyway' },
        [
          `${at}.minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
        ],
      ],
      [
        'honours or ignores',
        { nodeAffinityPolicy: 'X' },
        [`${at}.nodeAffinityPolicy: Unsupported value: "X": supported values: "Honor", "Ignore"`],
      ],
      [
        'honours or ignores taints',
        { nodeTaintsPolicy: 'X' },
        [`${at}.nodeTaintsPolicy: Unsupported value: "X": supported values: "Honor", "Ignore"`],
      ],
      ['takes keys for its own labels', { matchLabelKeys: ['c'] }, []],
      [
        'takes keys with a selector only',
        { labelSelector: undefined, matchLabelKeys: ['c'] },
        [`${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
      ],
    ],
    (given) => podWith({ topologySpreadConstraints: [JSON.parse(JSON.stringify({ ...base, ...given }))] }),
  )
  itChecks([
    [
      'of one kind stands once',
      { topologySpreadConstraints: [base, base] },
      [`${at}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`],
    ],
  ])
})

describe('a security context of a pod', () => {
  const at = 'spec.securityContext'
  const context = (securityContext: object): object => ({ securityContext })
  itChecks([
    ['names users and groups', context({ runAsUser: 1, runAsGroup: 2, fsGroup: 3, supplementalGroups: [4] }), []],
    ...['runAsUser', 'runAsGroup', 'fsGroup'].map(
      (field) =>
        [
          `names no ${field} below zero`,
          context({ [field]: -1 }),
          [`${at}.${field}: Invalid value: -1: must be between 0 and 2147483647, inclusive`],
        ] as const,
    ),
    [
      'names no group below zero',
      context({ supplementalGroups: [1, -1] }),
      [`${at}.supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive`],
    ],
    [
      'shares processes or sees the host',
      { shareProcessNamespace: true, hostPID: true },
      [`${at}.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled`],
    ],
    [
      'sets kernel parameters',
      context({
        sysctls: [
          { name: 'net.core.somaxconn', value: '1' },
          { name: 'kernel/shmmax', value: '2' },
        ],
      }),
      [],
    ],
    [
      'sets named kernel parameters',
      context({ sysctls: [{ name: '', value: '1' }] }),
      [`${at}.sysctls[0].name: Required value`],
    ],
    [
      'sets kernel parameters that can be some',
      context({ sysctls: [{ name: 'a..b', value: '1' }] }),
      [
        `${at}.sysctls[0].name: Invalid value: "a..b": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`,
      ],
    ],
    [
      'sets each kernel parameter once',
      context({
        sysctls: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2' },
        ],
      }),
      [`${at}.sysctls[1].name: Duplicate value: "a"`],
    ],
    [
      "sets nothing of the host's network",
      { hostNetwork: true, ...context({ sysctls: [{ name: 'net.ipv4.ip_forward', value: '1' }] }) },
      [`${at}.sysctls[0].name: Invalid value: "net.ipv4.ip_forward": may not be specified when 'hostNetwork' is true`],
    ],
    [
      "sets nothing of the host's shared memory",
      { hostIPC: true, ...context({ sysctls: [{ name: 'kernel.shmmax', value: '1' }] }) },
      [`${at}.sysctls[0].name: Invalid value: "kernel.shmmax": may not be specified when 'hostIPC' is true`],
    ],
    [
      'knows two ways to change groups',
      context({ fsGroupChangePolicy: 'X' }),
      [`${at}.fsGroupChangePolicy: Unsupported value: "X": supported values: "Always", "OnRootMismatch"`],
    ],
    [
      'knows two ways to find groups',
      context({ supplementalGroupsPolicy: 'X' }),
      [`${at}.supplementalGroupsPolicy: Unsupported value: "X": supported values: "Merge", "Strict"`],
    ],
    [
      'knows two ways to relabel',
      context({ seLinuxChangePolicy: 'X' }),
      [`${at}.seLinuxChangePolicy: Unsupported value: "X": supported values: "Recursive", "MountOption"`],
    ],
    ['has a separate user namespace', { hostUsers: false }, []],
    [
      'has no other namespace of the host then',
      { hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true },
      [
        'spec.hostNetwork: Forbidden: when `hostUsers` is false',
        'spec.HostPID: Forbidden: when `hostUsers` is false',
        'spec.HostIPC: Forbidden: when `hostUsers` is false',
      ],
    ],
  ])
})

describe('an operating system', () => {
  const inContainer = (securityContext: object): object => ({ containers: [{ ...container, securityContext }] })
  itChecks([
    ['is Linux', { os: { name: 'linux' } }, []],
    ['is Windows', { os: { name: 'windows' } }, []],
    ['has a name', { os: { name: '' } }, ['spec.os.name: Required value']],
    [
      'is one of two',
      { os: { name: 'plan9' } },
      ['spec.os: Unsupported value: "plan9": supported values: "linux", "windows"'],
    ],
    [
      'that is Linux has nothing of Windows',
      { os: { name: 'linux' }, securityContext: { windowsOptions: { runAsUserName: 'a' } } },
      ['spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod'],
    ],
    [
      'that is Linux has no containers of Windows',
      { os: { name: 'linux' }, ...inContainer({ windowsOptions: { runAsUserName: 'a' } }) },
      ['spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod'],
    ],
    ...(
      [
        ['runAsUser', 1],
        ['runAsGroup', 1],
        ['fsGroup', 1],
        ['seLinuxOptions', { level: 'a' }],
        ['seccompProfile', { type: 'Unconfined' }],
        ['supplementalGroups', [1]],
        ['sysctls', [{ name: 'a', value: 'b' }]],
      ] as const
    ).map(
      ([field, given]) =>
        [
          `that is Windows has no ${field}`,
          { os: { name: 'windows' }, securityContext: { [field]: given } },
          [`spec.securityContext.${field}: Forbidden: cannot be set for a windows pod`],
        ] as const,
    ),
    ...(
      [
        ['privileged', true],
        ['readOnlyRootFilesystem', true],
        ['capabilities', { add: ['A'] }],
        ['allowPrivilegeEscalation', true],
        ['runAsUser', 1],
      ] as const
    ).map(
      ([field, given]) =>
        [
          `that is Windows has no containers with ${field}`,
          { os: { name: 'windows' }, ...inContainer({ [field]: given }) },
          [`spec.containers[0].securityContext.${field}: Forbidden: cannot be set for a windows pod`],
        ] as const,
    ),
    [
      'that is Windows shares nothing with the host',
      { os: { name: 'windows' }, hostPID: true },
      ['spec.hostPID: Forbidden: cannot be set for a windows pod'],
    ],
  ])
})

describe('resources of a whole pod', () => {
  const one = (cpu: string): object => ({ containers: [{ ...container, resources: { requests: { cpu } } }] })
  itChecks([
    ['cover its containers', { resources: { requests: { cpu: '1' } }, ...one('1') }, []],
    [
      'are no less than its containers need',
      { resources: { requests: { cpu: '1' } }, ...one('2') },
      [
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
      ],
    ],
    [
      'are cpu, memory and huge pages',
      { resources: { limits: { 'ephemeral-storage': '1Gi' } } },
      [
        'spec.resources.limits[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"',
      ],
    ],
    [
      'have no claims',
      { resources: { claims: [{ name: 'a' }] }, resourceClaims: [{ name: 'a', resourceClaimName: 'b' }] },
      ['spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level'],
    ],
    [
      'limit its containers',
      {
        resources: { limits: { cpu: '1' } },
        containers: [{ ...container, resources: { limits: { cpu: '2' }, requests: { cpu: '1' } } }],
      },
      ['spec.resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1'],
    ],
  ])
})

describe('annotations of a pod', () => {
  const at = 'metadata.annotations'
  const annotated = (annotations: object): object => podWith({}, { annotations })
  itChecks(
    [
      ['may be anything', { 'example.com/a': 'b' }, []],
      [
        'of static pods need a node',
        { 'kubernetes.io/config.mirror': 'x' },
        [
          `${at}[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set`,
        ],
      ],
      ['say what a deletion costs', { 'controller.kubernetes.io/pod-deletion-cost': '-5' }, []],
      [
        'say what a deletion costs in 32 bits',
        { 'controller.kubernetes.io/pod-deletion-cost': '2147483648' },
        [`${at}[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "2147483648": must be a 32bit integer`],
      ],
      [
        'say what a deletion costs plainly',
        { 'controller.kubernetes.io/pod-deletion-cost': '+1' },
        [`${at}[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer`],
      ],
      ['name a seccomp profile', { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' }, []],
      [
        'name a known seccomp profile',
        { 'seccomp.security.alpha.kubernetes.io/pod': 'x' },
        [`${at}.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "x": must be a valid seccomp profile`],
      ],
      [
        'name an AppArmor profile of a container',
        { 'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default' },
        [],
      ],
      [
        'name an AppArmor profile of a container there is',
        { 'container.apparmor.security.beta.kubernetes.io/d': 'runtime/default' },
        [`${at}[container.apparmor.security.beta.kubernetes.io/d]: Invalid value: "d": container not found`],
      ],
      [
        'name a known AppArmor profile',
        { 'container.apparmor.security.beta.kubernetes.io/c': 'x' },
        [
          `${at}[container.apparmor.security.beta.kubernetes.io/c]: Invalid value: "x": invalid AppArmor profile name: "x"`,
        ],
      ],
    ],
    annotated,
  )
  itChecks(
    [
      [
        'agree with the seccomp field',
        {
          annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
          field: { seccompProfile: { type: 'RuntimeDefault' } },
        },
        ['spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match'],
      ],
      [
        'agree with the AppArmor field',
        {
          annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'localhost/a' },
          field: { appArmorProfile: { type: 'Localhost', localhostProfile: 'b' } },
        },
        [
          'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match',
        ],
      ],
    ],
    ({ annotations, field }) =>
      'seccompProfile' in field
        ? podWith({ securityContext: field }, { annotations })
        : podWith({ containers: [{ ...container, securityContext: field }] }, { annotations }),
  )
})

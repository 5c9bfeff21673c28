import { describe } from 'vitest'
import { container, itChecks, itChecksContainers, podWith } from './pod-table.ts'

const at = 'spec.containers[0]'
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('the list of containers', () => {
  itChecks([
    ['must have one', { containers: [] }, ['spec.containers: Required value']],
    ['must be there', { containers: null }, ['spec.containers: Required value']],
    ['takes several', { containers: [container, { ...container, name: 'd' }] }, []],
    ['takes no name twice', { containers: [container, container] }, ['spec.containers[1].name: Duplicate value: "c"']],
    [
      'takes no name twice across init containers',
      { initContainers: [container] },
      ['spec.initContainers[0].name: Duplicate value: "c"'],
    ],
    [
      'takes no ephemeral containers on create',
      { ephemeralContainers: [{ ...container, name: 'e' }] },
      ['spec.ephemeralContainers: Forbidden: cannot be set on create'],
    ],
  ])
})

describe('a container', () => {
  itChecksContainers([
    ['needs a name', { name: '' }, [`${at}.name: Required value`]],
    ['has a label for a name', { name: 'C_' }, [`${at}.name: Invalid value: "C_": ${label}`]],
    [
      'has a name of at most 63 characters',
      { name: 'a'.repeat(64) },
      [`${at}.name: Invalid value: "${'a'.repeat(64)}": must be no more than 63 characters`],
    ],
    ['has no dot in its name', { name: 'a.b' }, [`${at}.name: Invalid value: "a.b": must not contain dots`]],
    ['needs an image', { image: '' }, [`${at}.image: Required value`]],
    [
      'has no space around its image',
      { image: ' a ' },
      [`${at}.image: Invalid value: " a ": must not have leading or trailing whitespace`],
    ],
    [
      'knows two termination message policies',
      { terminationMessagePolicy: 'Log' },
      [`${at}.terminationMessagePolicy: Unsupported value: "Log": supported values: "File", "FallbackToLogsOnError"`],
    ],
    ['takes its logs for a message', { terminationMessagePolicy: 'FallbackToLogsOnError' }, []],
    ['may always pull', { imagePullPolicy: 'Always' }, []],
    ['may never pull', { imagePullPolicy: 'Never' }, []],
    [
      'knows three pull policies',
      { imagePullPolicy: 'Sometimes' },
      [`${at}.imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"`],
    ],
    ['may have a separate restart policy', { restartPolicy: 'OnFailure' }, []],
    [
      'knows three restart policies',
      { restartPolicy: 'Maybe' },
      [`${at}.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "Never", "OnFailure"`],
    ],
    [
      'needs a restart policy for restart rules',
      { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }] },
      [`${at}.restartPolicy: Required value: must specify restartPolicy when restart rules are used`],
    ],
    [
      'takes restart rules',
      {
        restartPolicy: 'Never',
        restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }],
      },
      [],
    ],
    [
      'needs exit codes in a restart rule',
      { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] },
      [`${at}.restartPolicyRules[0].exitCodes: Required value: must be specified`],
    ],
    [
      'takes at most 20 restart rules',
      {
        restartPolicy: 'Never',
        restartPolicyRules: Array.from({ length: 21 }, () => ({ action: 'Restart', exitCodes: { operator: 'In' } })),
      },
      [`${at}.restartPolicyRules: Too many: 21: must have at most 20 items`],
    ],
    ['may be resized', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }, []],
    [
      'is resized in cpu and memory only',
      { resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] },
      [`${at}.resizePolicy: Unsupported value: "disk": supported values: "cpu", "memory"`],
    ],
    [
      'has one resize policy a resource',
      {
        resizePolicy: [
          { resourceName: 'cpu', restartPolicy: 'NotRequired' },
          { resourceName: 'cpu', restartPolicy: 'NotRequired' },
        ],
      },
      [`${at}.resizePolicy[1]: Duplicate value: "cpu"`],
    ],
    [
      'knows two resize policies',
      { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'X' }] },
      [`${at}.resizePolicy: Unsupported value: "X": supported values: "NotRequired", "RestartContainer"`],
    ],
  ])
  itChecksContainers(
    [
      [
        'of a pod that never restarts is resized without a restart',
        { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
        [
          `${at}.resizePolicy: Invalid value: "RestartContainer": must be 'NotRequired' when pod \`restartPolicy\` is 'Never'`,
        ],
      ],
    ],
    { restartPolicy: 'Never' },
  )
})

describe('a port', () => {
  const port = `${at}.ports[0]`
  itChecksContainers([
    ['needs a number', { ports: [{}] }, [`${port}.containerPort: Required value`]],
    [
      'is a number from 1',
      { ports: [{ containerPort: -1 }] },
      [`${port}.containerPort: Invalid value: -1: must be between 1 and 65535, inclusive`],
    ],
    [
      'is a number to 65535',
      { ports: [{ containerPort: 65536 }] },
      [`${port}.containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive`],
    ],
    [
      'of the host is a number to 65535',
      { ports: [{ containerPort: 80, hostPort: 65536 }] },
      [`${port}.hostPort: Invalid value: 65536: must be between 1 and 65535, inclusive`],
    ],
    [
      'speaks three protocols',
      { ports: [{ containerPort: 80, protocol: 'ICMP' }] },
      [`${port}.protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"`],
    ],
    ['may have a name', { ports: [{ containerPort: 80, name: 'http' }] }, []],
    [
      'has at most 15 characters in its name',
      { ports: [{ containerPort: 80, name: 'a-much-too-long-name' }] },
      [`${port}.name: Invalid value: "a-much-too-long-name": must be no more than 15 characters`],
    ],
    [
      'has a letter in its name',
      { ports: [{ containerPort: 80, name: '80' }] },
      [`${port}.name: Invalid value: "80": must contain at least one letter (a-z)`],
    ],
    [
      'has a unique name',
      {
        ports: [
          { containerPort: 80, name: 'a' },
          { containerPort: 81, name: 'a' },
        ],
      },
      [`${at}.ports[1].name: Duplicate value: "a"`],
    ],
    [
      'of the host is taken once',
      {
        ports: [
          { containerPort: 80, hostPort: 8080 },
          { containerPort: 81, hostPort: 8080 },
        ],
      },
      [`${at}.ports[1].hostPort: Duplicate value: "TCP//8080"`],
    ],
    [
      'of the host is taken once a protocol',
      {
        ports: [
          { containerPort: 80, hostPort: 8080 },
          { containerPort: 81, hostPort: 8080, protocol: 'UDP' },
        ],
      },
      [],
    ],
    [
      'of the host is taken once an address',
      {
        ports: [
          { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
          { containerPort: 81, hostPort: 80, hostIP: '10.0.0.2' },
        ],
      },
      [],
    ],
  ])
  itChecks([
    [
      'of the host is taken once by all containers',
      { containers: ['c', 'd'].map((name) => ({ name, image: 'i', ports: [{ containerPort: 80, hostPort: 80 }] })) },
      ['spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//80"'],
    ],
    [
      'of the host is free again for the next init container',
      {
        initContainers: ['a', 'b'].map((name) => ({ name, image: 'i', ports: [{ containerPort: 80, hostPort: 80 }] })),
      },
      [],
    ],
    [
      "on the host's network is the host's port",
      { hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 81 }] }] },
      [`${port}.hostPort: Invalid value: 81: must match \`containerPort\` when \`hostNetwork\` is true`],
    ],
  ])
})

describe('a variable', () => {
  const env = `${at}.env[0]`
  const from = `${env}.valueFrom`
  const ref = (valueFrom: object, more: object = {}): object => ({ env: [{ name: 'A', valueFrom, ...more }] })
  itChecksContainers([
    ['needs a name', { env: [{ name: '' }] }, [`${env}.name: Required value`]],
    ['may have any printable name', { env: [{ name: 'a b.c-1' }] }, []],
    [
      'has no equals sign in its name',
      { env: [{ name: 'a=b' }] },
      [
        `${env}.name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than '='`,
      ],
    ],
    [
      'has one source',
      ref({}),
      [
        `${from}: Invalid value: "": must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`, \`secretKeyRef\` or \`fileKeyRef\``,
      ],
    ],
    [
      'has a value or a source',
      ref({ fieldRef: { fieldPath: 'metadata.name' } }, { value: 'x' }),
      [`${from}: Invalid value: "": may not be specified when \`value\` is not empty`],
    ],
    [
      'has not two sources',
      ref({ fieldRef: { fieldPath: 'metadata.name' }, secretKeyRef: { name: 's', key: 'k' } }),
      [`${from}: Invalid value: "": may not have more than one field specified at a time`],
    ],
    ...[
      'metadata.name',
      'metadata.namespace',
      'metadata.uid',
      'spec.nodeName',
      'spec.serviceAccountName',
      'status.hostIP',
      'status.hostIPs',
      'status.podIP',
      'status.podIPs',
      "metadata.labels['a']",
      "metadata.annotations['example.com/b']",
    ].map((fieldPath) => [`reads ${fieldPath}`, ref({ fieldRef: { fieldPath } }), []] as const),
    ['needs a path', ref({ fieldRef: { fieldPath: '' } }), [`${from}.fieldRef.fieldPath: Required value`]],
    [
      'reads no other field',
      ref({ fieldRef: { fieldPath: 'spec.volumes' } }),
      [
        `${from}.fieldRef.fieldPath: Invalid value: "spec.volumes": error converting fieldPath: field label not supported: spec.volumes`,
      ],
    ],
    [
      'reads no whole maps',
      ref({ fieldRef: { fieldPath: 'metadata.labels' } }),
      [
        `${from}.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"`,
      ],
    ],
    [
      'reads no phase',
      ref({ fieldRef: { fieldPath: 'status.phase' } }),
      [
        `${from}.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"`,
      ],
    ],
    [
      'reads no subscript of other fields',
      ref({ fieldRef: { fieldPath: "metadata.name['a']" } }),
      [
        `${from}.fieldRef.fieldPath: Invalid value: "metadata.name['a']": error converting fieldPath: field label does not support subscript: metadata.name['a']`,
      ],
    ],
    [
      'reads fields of v1 only',
      ref({ fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } }),
      [
        `${from}.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2`,
      ],
    ],
    ...[
      'limits.cpu',
      'limits.memory',
      'limits.ephemeral-storage',
      'requests.cpu',
      'requests.memory',
      'requests.ephemeral-storage',
      'limits.hugepages-2Mi',
      'requests.hugepages-1Gi',
    ].map((resource) => [`reads ${resource}`, ref({ resourceFieldRef: { resource } }), []] as const),
    [
      'needs a resource',
      ref({ resourceFieldRef: { resource: '' } }),
      [`${from}.resourceFieldRef.resource: Required value`],
    ],
    [
      'reads no other resource',
      ref({ resourceFieldRef: { resource: 'limits.gpu' } }),
      [
        `${from}.resourceFieldRef.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"`,
      ],
    ],
    ['divides cpu by thousandths', ref({ resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } }), []],
    [
      'divides cpu by nothing else',
      ref({ resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } }),
      [
        `${from}.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
      ],
    ],
    ['divides memory by units', ref({ resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } }), []],
    [
      'divides memory by whole units only',
      ref({ resourceFieldRef: { resource: 'limits.memory', divisor: '1m' } }),
      [
        `${from}.resourceFieldRef.divisor: Invalid value: "limits.memory": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource`,
      ],
    ],
    [
      'divides storage by whole units only',
      ref({ resourceFieldRef: { resource: 'requests.ephemeral-storage', divisor: '2Mi' } }),
      [
        `${from}.resourceFieldRef.divisor: Invalid value: "requests.ephemeral-storage": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the local ephemeral storage resource`,
      ],
    ],
    ['reads a config map', ref({ configMapKeyRef: { name: 'm', key: 'k' } }), []],
    [
      'needs a key of a config map',
      ref({ configMapKeyRef: { name: 'm', key: '' } }),
      [`${from}.configMapKeyRef.key: Required value`],
    ],
    [
      'reads a key that can be one',
      ref({ secretKeyRef: { name: 's', key: 'a/b' } }),
      [
        `${from}.secretKeyRef.key: Invalid value: "a/b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
    ],
    [
      'reads a secret that can be one',
      ref({ secretKeyRef: { name: 'S', key: 'k' } }),
      [`${from}.secretKeyRef.name: Invalid value: "S": ${subdomain}`],
    ],
    [
      'reads a file of a volume there is',
      ref({ fileKeyRef: { volumeName: 'v', path: 'f', key: 'K' } }),
      [`${from}.fileKeyRef.volumeName: Not found: "v"`],
    ],
  ])
  itChecks(
    [
      ['reads a file of an empty directory', { emptyDir: {} }, []],
      [
        'reads a file of no other volume',
        { configMap: { name: 'm' } },
        [`${from}.fileKeyRef.volumeName: Invalid value: "v": referenced volume must be of type emptyDir`],
      ],
    ],
    (source) =>
      podWith({
        volumes: [{ name: 'v', ...source }],
        containers: [{ ...container, ...ref({ fileKeyRef: { volumeName: 'v', path: 'f', key: 'K' } }) }],
      }),
  )
})

describe('a source of variables', () => {
  const from = `${at}.envFrom`
  itChecksContainers([
    ['is a config map', { envFrom: [{ configMapRef: { name: 'm' } }] }, []],
    ['is a secret', { envFrom: [{ secretRef: { name: 's' }, prefix: 'A_' }] }, []],
    [
      'is one of two',
      { envFrom: [{}] },
      [`${from}: Invalid value: "": must specify one of: \`configMapRef\` or \`secretRef\``],
    ],
    [
      'is not both',
      { envFrom: [{ configMapRef: { name: 'm' }, secretRef: { name: 's' } }] },
      [`${from}: Invalid value: "": may not have more than one field specified at a time`],
    ],
    ['needs a name', { envFrom: [{ secretRef: {} }] }, [`${from}[0].secretRef.name: Required value`]],
    [
      'has a name that can be one',
      { envFrom: [{ configMapRef: { name: 'M' } }] },
      [`${from}[0].configMapRef.name: Invalid value: "M": ${subdomain}`],
    ],
    [
      'has a prefix that can begin a name',
      { envFrom: [{ configMapRef: { name: 'm' }, prefix: '=' }] },
      [
        `${from}[0].prefix: Invalid value: "=": a valid environment variable name must consist only of printable ASCII characters other than '='`,
      ],
    ],
  ])
})

describe('a probe', () => {
  const live = `${at}.livenessProbe`
  const exec = { exec: { command: ['true'] } }
  itChecksContainers([
    ['runs a command', { livenessProbe: exec }, []],
    ['asks over HTTP', { readinessProbe: { httpGet: { port: 'http' } } }, []],
    ['opens a connection', { startupProbe: { tcpSocket: { port: 80 } } }, []],
    ['asks over gRPC', { livenessProbe: { grpc: { port: 80 } } }, []],
    ['does something', { livenessProbe: {} }, [`${live}: Required value: must specify a handler type`]],
    [
      'does one thing',
      { livenessProbe: { ...exec, tcpSocket: { port: 80 } } },
      [`${live}.tcpSocket: Forbidden: may not specify more than 1 handler type`],
    ],
    ['needs a command', { livenessProbe: { exec: {} } }, [`${live}.exec.command: Required value`]],
    [
      'needs a port',
      { livenessProbe: { tcpSocket: { port: 0 } } },
      [`${live}.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
    ],
    [
      'needs a port over HTTP',
      { livenessProbe: { httpGet: { port: 99999 } } },
      [`${live}.httpGet.port: Invalid value: 99999: must be between 1 and 65535, inclusive`],
    ],
    [
      'needs a port over gRPC',
      { livenessProbe: { grpc: { port: -1 } } },
      [`${live}.grpc.port: Invalid value: -1: must be between 1 and 65535, inclusive`],
    ],
    [
      'takes a port by a name that can be one',
      { livenessProbe: { tcpSocket: { port: '1' } } },
      [`${live}.tcpSocket.port: Invalid value: "1": must contain at least one letter (a-z)`],
    ],
    [
      'speaks two schemes',
      { livenessProbe: { httpGet: { port: 80, scheme: 'FTP' } } },
      [`${live}.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"`],
    ],
    [
      'sends headers that can be some',
      { livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: '' }] } } },
      [
        `${live}.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
      ],
    ],
    ...['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'failureThreshold'].map(
      (name) =>
        [
          `takes no ${name} below zero`,
          { livenessProbe: { ...exec, [name]: -1 } },
          [`${live}.${name}: Invalid value: -1: must be greater than or equal to 0`],
        ] as const,
    ),
    [
      'of liveness needs one success',
      { livenessProbe: { ...exec, successThreshold: 2 } },
      [`${live}.successThreshold: Invalid value: 2: must be 1`],
    ],
    [
      'of start needs one success',
      { startupProbe: { ...exec, successThreshold: 2 } },
      [`${at}.startupProbe.successThreshold: Invalid value: 2: must be 1`],
    ],
    ['of readiness may need several successes', { readinessProbe: { ...exec, successThreshold: 2 } }, []],
    ['may have a separate grace period', { livenessProbe: { ...exec, terminationGracePeriodSeconds: 5 } }, []],
    [
      'has a grace above zero',
      { livenessProbe: { ...exec, terminationGracePeriodSeconds: 0 } },
      [`${live}.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0`],
    ],
    [
      'of readiness has no grace',
      { readinessProbe: { ...exec, terminationGracePeriodSeconds: 5 } },
      [`${at}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes`],
    ],
  ])
})

describe('a hook', () => {
  const hook = `${at}.lifecycle`
  itChecksContainers([
    ['runs a command', { lifecycle: { preStop: { exec: { command: ['true'] } } } }, []],
    ['sleeps', { lifecycle: { preStop: { sleep: { seconds: 5 } } } }, []],
    ['sleeps not at all', { lifecycle: { preStop: { sleep: { seconds: 0 } } } }, []],
    [
      'sleeps no longer than the grace',
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      [
        `${hook}.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`,
      ],
    ],
    [
      'does something',
      { lifecycle: { postStart: {} } },
      [`${hook}.postStart: Required value: must specify a handler type`],
    ],
    [
      'does one thing',
      { lifecycle: { postStart: { exec: { command: ['a'] }, sleep: { seconds: 1 } } } },
      [`${hook}.postStart.sleep: Forbidden: may not specify more than 1 handler type`],
    ],
    [
      'stops by a signal where the system is named',
      { lifecycle: { stopSignal: 'SIGINT' } },
      [`${hook}.stopSignal: Forbidden: may not be set for containers with empty \`spec.os.name\``],
    ],
  ])
  itChecksContainers([['stops by a real-time signal', { lifecycle: { stopSignal: 'SIGRTMIN+3' } }, []]], {
    os: { name: 'linux' },
  })
})

describe('an init container', () => {
  const init = 'spec.initContainers[0]'
  const exec = { exec: { command: ['true'] } }
  itChecks(
    [
      ['runs first', {}, []],
      [
        'that stays may have probes',
        { restartPolicy: 'Always', readinessProbe: exec, lifecycle: { preStop: exec } },
        [],
      ],
      ...['livenessProbe', 'readinessProbe', 'startupProbe'].map(
        (name) =>
          [
            `that ends has no ${name}`,
            { [name]: exec },
            [`${init}.${name}: Forbidden: may not be set for init containers without restartPolicy=Always`],
          ] as const,
      ),
      [
        'that ends has no hooks',
        { lifecycle: { preStop: exec } },
        [`${init}.lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always`],
      ],
      ['needs an image', { image: '' }, [`${init}.image: Required value`]],
      [
        'has no space around its image',
        { image: 'a ' },
        [`${init}.image: Invalid value: "a ": must not have leading or trailing whitespace`],
      ],
    ],
    (given) => podWith({ initContainers: [{ name: 'i', image: 'i', ...given }] }),
  )
})

describe('resources of a container', () => {
  const field = `${at}.resources`
  itChecksContainers([
    [
      'are limited and requested',
      { resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m', memory: '512Mi' } } },
      [],
    ],
    [
      'are not negative',
      { resources: { limits: { cpu: '-1' } } },
      [
        `${field}.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0`,
        `${field}.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0`,
      ],
    ],
    [
      'are requested within the limit',
      { resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } },
      [`${field}.requests: Invalid value: "2": must be less than or equal to cpu limit of 1`],
    ],
    ['are compared across units', { resources: { limits: { memory: '1Gi' }, requests: { memory: '1024Mi' } } }, []],
    [
      'are compared across suffixes',
      { resources: { limits: { memory: '1G' }, requests: { memory: '1Gi' } } },
      [`${field}.requests: Invalid value: "1Gi": must be less than or equal to memory limit of 1G`],
    ],
    [
      'have standard names',
      { resources: { requests: { disk: '1' } } },
      [
        `${field}.requests[disk]: Invalid value: "disk": must be a standard resource type or fully qualified`,
        `${field}.requests[disk]: Invalid value: "disk": must be a standard resource for containers`,
      ],
    ],
    [
      'are those of containers',
      { resources: { requests: { pods: '1' } } },
      [`${field}.requests[pods]: Invalid value: "pods": must be a standard resource for containers`],
    ],
    ['may be extended', { resources: { limits: { 'example.com/gpu': '1' } } }, []],
    ['may be native', { resources: { limits: { 'kubernetes.io/thing': '1' } } }, []],
    [
      'that are extended come whole',
      { resources: { limits: { 'example.com/gpu': '500m' } } },
      [
        `${field}.limits[example.com/gpu]: Invalid value: "500m": must be an integer`,
        `${field}.requests[example.com/gpu]: Invalid value: "500m": must be an integer`,
      ],
    ],
    [
      'that are extended need a limit',
      { resources: { requests: { 'example.com/gpu': '1' } } },
      [`${field}.limits: Required value: Limit must be set for non overcommitable resources`],
    ],
    [
      'that are extended are requested as limited',
      { resources: { limits: { 'example.com/gpu': '2' }, requests: { 'example.com/gpu': '1' } } },
      [`${field}.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2`],
    ],
    [
      'that are extended do not begin with requests',
      { resources: { limits: { 'requests.example.com/gpu': '1' } } },
      [
        `${field}.limits[requests.example.com/gpu]: Invalid value: "requests.example.com/gpu": doesn't follow extended resource name standard`,
        `${field}.requests[requests.example.com/gpu]: Invalid value: "requests.example.com/gpu": doesn't follow extended resource name standard`,
      ],
    ],
    ['may be huge pages', { resources: { limits: { cpu: '1', 'hugepages-2Mi': '4Mi' } } }, []],
    [
      'that are huge pages come whole',
      { resources: { limits: { cpu: '1', 'hugepages-2Mi': '3Mi' } } },
      [
        `${field}.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
        `${field}.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
      ],
    ],
    [
      'that are huge pages come with cpu or memory',
      { resources: { limits: { 'hugepages-2Mi': '2Mi' } } },
      [`${field}: Forbidden: HugePages require cpu or memory`],
    ],
    [
      'have claims of the pod',
      { resources: { claims: [{ name: 'x' }] } },
      [`${field}.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty`],
    ],
    ['have named claims', { resources: { claims: [{ name: '' }] } }, [`${field}.claims[0]: Required value`]],
    [
      'tolerate hostile names',
      { resources: { limits: { constructor: '1' } } },
      [
        `${field}.limits[constructor]: Invalid value: "constructor": must be a standard resource type or fully qualified`,
        `${field}.limits[constructor]: Invalid value: "constructor": must be a standard resource for containers`,
        `${field}.requests[constructor]: Invalid value: "constructor": must be a standard resource type or fully qualified`,
        `${field}.requests[constructor]: Invalid value: "constructor": must be a standard resource for containers`,
      ],
    ],
  ])
  itChecksContainers(
    [
      ['have claims the pod brings', { resources: { claims: [{ name: 'x' }] } }, []],
      [
        'have each claim once',
        { resources: { claims: [{ name: 'x' }, { name: 'x' }] } },
        [`${field}.claims[1]: Duplicate value: "x"`],
      ],
      [
        'have parts of a claim',
        {
          resources: {
            claims: [
              { name: 'x', request: 'a' },
              { name: 'x', request: 'b' },
            ],
          },
        },
        [],
      ],
      [
        'have no part and whole of a claim',
        { resources: { claims: [{ name: 'x', request: 'a' }, { name: 'x' }] } },
        [`${field}.claims[1]: Duplicate value: "x"`],
      ],
      [
        'have no other claims',
        { resources: { claims: [{ name: 'y' }] } },
        [`${field}.claims[0]: Not found: "y": must be one of the names in pod.spec.resourceClaims: x`],
      ],
    ],
    { resourceClaims: [{ name: 'x', resourceClaimName: 'r' }] },
  )
})

describe('a security context of a container', () => {
  const field = `${at}.securityContext`
  const context = (securityContext: object): object => ({ securityContext })
  itChecksContainers([
    ['names a user', context({ runAsUser: 1000, runAsGroup: 1000 }), []],
    [
      'names no user below zero',
      context({ runAsUser: -1 }),
      [`${field}.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive`],
    ],
    [
      'names no group above the last',
      context({ runAsGroup: 2147483648 }),
      [`${field}.runAsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive`],
    ],
    ['mounts proc as usual', context({ procMount: 'Default' }), []],
    [
      'mounts proc in two ways',
      context({ procMount: 'Other' }),
      [`${field}.procMount: Unsupported value: "Other": supported values: "Default", "Unmasked"`],
    ],
    [
      'unmasks proc in a user namespace only',
      context({ procMount: 'Unmasked' }),
      [`${field}.procMount: Invalid value: "Unmasked": \`hostUsers\` must be false to use \`Unmasked\``],
    ],
    [
      'is not privileged without escalation',
      context({ privileged: true, allowPrivilegeEscalation: false }),
      [
        `${field}: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`,
      ],
    ],
    [
      'has no admin capability without escalation',
      context({ allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } }),
      [
        `${field}: Invalid value: {"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privileged":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set \`allowPrivilegeEscalation\` to false and \`capabilities.Add\` CAP_SYS_ADMIN`,
      ],
    ],
    ['has a seccomp profile', context({ seccompProfile: { type: 'RuntimeDefault' } }), []],
    [
      'has a type of seccomp profile',
      context({ seccompProfile: {} }),
      [`${field}.seccompProfile.type: Required value: type is required when seccompProfile is set`],
    ],
    [
      'knows three seccomp profiles',
      context({ seccompProfile: { type: 'X' } }),
      [
        `${field}.seccompProfile.type: Unsupported value: "X": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
      ],
    ],
    [
      'names a local seccomp profile',
      context({ seccompProfile: { type: 'Localhost' } }),
      [`${field}.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost`],
    ],
    [
      'names no local seccomp profile otherwise',
      context({ seccompProfile: { type: 'Unconfined', localhostProfile: 'a' } }),
      [
        `${field}.seccompProfile.localhostProfile: Invalid value: {"Type":"Unconfined","LocalhostProfile":"a"}: can only be set when seccomp type is Localhost`,
      ],
    ],
    [
      'names a seccomp profile below its directory',
      context({ seccompProfile: { type: 'Localhost', localhostProfile: '/a/../b' } }),
      [
        `${field}.seccompProfile.localhostProfile: Invalid value: "/a/../b": must be a relative path`,
        `${field}.seccompProfile.localhostProfile: Invalid value: "/a/../b": must not contain '..'`,
      ],
    ],
    ['has an AppArmor profile', context({ appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }), []],
    [
      'has a type of AppArmor profile',
      context({ appArmorProfile: {} }),
      [`${field}.appArmorProfile.type: Required value: type is required when appArmorProfile is set`],
    ],
    [
      'names an AppArmor profile without space',
      context({ appArmorProfile: { type: 'Localhost', localhostProfile: ' a' } }),
      [`${field}.appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace`],
    ],
    [
      'names no AppArmor profile otherwise',
      context({ appArmorProfile: { type: 'Unconfined', localhostProfile: 'a' } }),
      [
        `${field}.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost`,
      ],
    ],
    [
      'bounds the name of an AppArmor profile',
      context({ appArmorProfile: { type: 'Localhost', localhostProfile: 'a'.repeat(4096) } }),
      [`${field}.appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes`],
    ],
    ['names a Windows user', context({ windowsOptions: { runAsUserName: 'DOMAIN\\user' } }), []],
    [
      'names some Windows user',
      context({ windowsOptions: { runAsUserName: '' } }),
      [`${field}.windowsOptions.runAsUserName: Invalid value: "": runAsUserName cannot be an empty string`],
    ],
    [
      'names a Windows user after one backslash',
      context({ windowsOptions: { runAsUserName: 'a\\b\\c' } }),
      [
        `${field}.windowsOptions.runAsUserName: Invalid value: "a\\\\b\\\\c": runAsUserName cannot contain more than one backslash`,
      ],
    ],
    [
      'names a Windows user that is not all dots',
      context({ windowsOptions: { runAsUserName: '..' } }),
      [
        `${field}.windowsOptions.runAsUserName: Invalid value: "..": runAsUserName's User cannot contain only periods or spaces`,
      ],
    ],
    [
      'names a Windows user without special characters',
      context({ windowsOptions: { runAsUserName: 'a:b' } }),
      [
        `${field}.windowsOptions.runAsUserName: Invalid value: "a:b": runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`,
      ],
    ],
    [
      'names a Windows user of bounded length',
      context({ windowsOptions: { runAsUserName: 'a'.repeat(105) } }),
      [
        `${field}.windowsOptions.runAsUserName: Invalid value: "${'a'.repeat(105)}": runAsUserName's User length must not be longer than 104 characters`,
      ],
    ],
    [
      'names a Windows user without control characters',
      context({ windowsOptions: { runAsUserName: 'a\tb' } }),
      [
        `${field}.windowsOptions.runAsUserName: Invalid value: "a\\tb": runAsUserName cannot contain control characters`,
      ],
    ],
    [
      'is of a host process only on the host network',
      context({ windowsOptions: { hostProcess: true } }),
      ['spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers'],
    ],
  ])
})

describe('a mount', () => {
  const mount = `${at}.volumeMounts`
  const mounts = (...volumeMounts: object[]): object => ({ volumeMounts })
  const volumes = [{ name: 'v' }, { name: 'w', persistentVolumeClaim: { claimName: 'x' } }]
  itChecksContainers(
    [
      ['shows a volume at a path', mounts({ name: 'v', mountPath: '/v' }), []],
      ['names a volume there is', mounts({ name: 'x', mountPath: '/v' }), [`${mount}[0].name: Not found: "x"`]],
      [
        'needs a name',
        mounts({ name: '', mountPath: '/v' }),
        [`${mount}[0].name: Required value`, `${mount}[0].name: Not found: ""`],
      ],
      ['needs a path', mounts({ name: 'v', mountPath: '' }), [`${mount}[0].mountPath: Required value`]],
      [
        'has a unique path',
        mounts({ name: 'v', mountPath: '/v' }, { name: 'w', mountPath: '/v' }),
        [`${mount}[1].mountPath: Invalid value: "/v": must be unique`],
      ],
      ['may show a part', mounts({ name: 'v', mountPath: '/v', subPath: 'a/b' }), []],
      [
        'shows a part below',
        mounts({ name: 'v', mountPath: '/v', subPath: '/a' }),
        [`${mount}.subPath: Invalid value: "/a": must be a relative path`],
      ],
      [
        'shows no part above',
        mounts({ name: 'v', mountPath: '/v', subPath: 'a/../b' }),
        [`${mount}.subPath: Invalid value: "a/../b": must not contain '..'`],
      ],
      [
        'shows one part',
        mounts({ name: 'v', mountPath: '/v', subPath: 'a', subPathExpr: 'b' }),
        [`${mount}[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive`],
      ],
      [
        'spreads three ways',
        mounts({ name: 'v', mountPath: '/v', mountPropagation: 'X' }),
        [
          `${mount}.mountPropagation: Unsupported value: "X": supported values: "Bidirectional", "HostToContainer", "None"`,
        ],
      ],
      [
        'spreads back from privileged containers only',
        mounts({ name: 'v', mountPath: '/v', mountPropagation: 'Bidirectional' }),
        [
          `${mount}.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers`,
        ],
      ],
      [
        'spreads back from a privileged container',
        {
          securityContext: { privileged: true },
          ...mounts({ name: 'v', mountPath: '/v', mountPropagation: 'Bidirectional' }),
        },
        [],
      ],
      [
        'is read-only all the way down',
        mounts({ name: 'v', mountPath: '/v', readOnly: true, recursiveReadOnly: 'Enabled' }),
        [],
      ],
      [
        'is read-only all the way down where it is read-only',
        mounts({ name: 'v', mountPath: '/v', recursiveReadOnly: 'IfPossible' }),
        [`${mount}.recursiveReadOnly: Forbidden: may only be specified when readOnly is true`],
      ],
      [
        'is read-only all the way down where it does not spread',
        mounts({
          name: 'v',
          mountPath: '/v',
          readOnly: true,
          mountPropagation: 'HostToContainer',
          recursiveReadOnly: 'Enabled',
        }),
        [`${mount}.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified`],
      ],
      [
        'knows three ways down',
        mounts({ name: 'v', mountPath: '/v', recursiveReadOnly: 'X' }),
        [`${mount}.recursiveReadOnly: Unsupported value: "X": supported values: "Disabled", "Enabled", "IfPossible"`],
      ],
      ['may be a device', { volumeDevices: [{ name: 'w', devicePath: '/dev/x' }] }, []],
      [
        'is a device of a claim only',
        { volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] },
        [
          `${at}.volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode`,
        ],
      ],
      [
        'is a device of a volume there is',
        { volumeDevices: [{ name: 'x', devicePath: '/dev/x' }] },
        [`${at}.volumeDevices[0].name: Not found: "x"`],
      ],
      [
        'is a device somewhere',
        { volumeDevices: [{ name: 'w', devicePath: '' }] },
        [`${at}.volumeDevices[0].devicePath: Required value`],
      ],
      [
        'is a device below',
        { volumeDevices: [{ name: 'w', devicePath: '/dev/../x' }] },
        [`${at}.volumeDevices[0].devicePath: Invalid value: "/dev/../x": can not contain backsteps ('..')`],
      ],
      [
        'is a device once',
        {
          volumeDevices: [
            { name: 'w', devicePath: '/a' },
            { name: 'w', devicePath: '/a' },
          ],
        },
        [
          `${at}.volumeDevices[1].name: Invalid value: "w": must be unique`,
          `${at}.volumeDevices[1].devicePath: Invalid value: "/a": must be unique`,
        ],
      ],
      [
        'is a mount or a device',
        { ...mounts({ name: 'w', mountPath: '/a' }), volumeDevices: [{ name: 'w', devicePath: '/a' }] },
        [
          `${mount}[0].name: Invalid value: "w": must not already exist in volumeDevices`,
          `${mount}[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices`,
          `${at}.volumeDevices[0].name: Invalid value: "w": must not already exist in volumeMounts`,
          `${at}.volumeDevices[0].devicePath: Invalid value: "/a": must not already exist as a path in volumeMounts`,
        ],
      ],
    ],
    { volumes },
  )
  itChecksContainers(
    [
      ['is found among many', mounts({ name: 'v11', mountPath: '/v' }), []],
      ['is missed among many', mounts({ name: 'v12', mountPath: '/v' }), [`${mount}[0].name: Not found: "v12"`]],
    ],
    { volumes: Array.from({ length: 12 }, (_, index) => ({ name: `v${index}` })) },
  )
})

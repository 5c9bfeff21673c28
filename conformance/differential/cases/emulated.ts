import type { Area, Case, Step } from './case.ts'
import { discovery, objects } from './fresh.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

/** Servers that behave as an older release. */
export const emulated: readonly Area[] = [
  area('emulated', '1.34', 'WatchList=false,MaxUnavailableStatefulSet=true'),
  area('emulated-1.33', '1.33', 'WatchList=false'),
  area('emulated-1.35', '1.35', 'WatchList=false,MaxUnavailableStatefulSet=true'),
]

function area(name: string, release: string, gates: string): Area {
  return {
    name,
    title: `\`--emulated-version=${release}\` and feature gates`,
    servers: { both: [`--emulated-version=${release}`, `--feature-gates=${gates}`] },
    async stages({ prefix }) {
      const namespace = `${prefix}-emulated`
      const documents = ['/version', '/api', '/apis'].map((path) => ({
        name: path,
        kind: 'documents',
        steps: [{ method: 'GET', path, headers: { accept: 'application/json' } }],
      }))
      return [
        [
          ...documents,
          { name: 'openapi', kind: 'documents', steps: [{ method: 'GET', path: '/openapi/v3', parts: 'paths' }] },
          ...discovery().filter(({ name }) => !documents.some((document) => name.startsWith(`${document.name} `))),
          ...(await objects()),
        ],
        makeNamespaces([namespace]),
        [gated(namespace), watching(namespace)],
        deleteNamespaces([namespace]),
      ]
    },
  }
}

/** Fields and kinds of later releases, and of gates. */
function gated(namespace: string): Case {
  const create = (path: string, body: object): Step => ({ method: 'POST', path: `${path}?dryRun=All`, body })
  const containers = [{ name: 'c', image: 'i' }]
  const pod = (spec: object): Step =>
    create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: 'p' }, spec: { containers, ...spec } })
  const projected = (source: object): object => ({ volumes: [{ name: 'v', projected: { sources: [source] } }] })
  const labels = { matchLabels: { a: 'b' } }
  return {
    name: 'gated',
    kind: 'gated',
    steps: [
      pod({}),
      pod({ os: { name: 'linux' }, containers: [{ ...containers[0], lifecycle: { stopSignal: 'SIGUSR1' } }] }),
      pod(projected({ clusterTrustBundle: { name: 'x', path: 'y' } })),
      pod(projected({ podCertificate: { signerName: 'a.b/c', keyType: 'ED25519', credentialBundlePath: 'x' } })),
      pod({ securityContext: { seLinuxChangePolicy: 'MountOption' } }),
      pod({ workloadRef: { name: 'w', podGroup: 'g' } }),
      pod({ schedulingGroup: { podGroupName: 'g' } }),
      pod({ hostnameOverride: 'x' }),
      pod({ resources: { limits: { cpu: '1' } } }),
      pod({ containers: [{ ...containers[0], restartPolicyRules: [] }] }),
      pod({
        restartPolicy: 'Never',
        containers: [
          {
            ...containers[0],
            restartPolicy: 'Never',
            restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }],
          },
        ],
      }),
      pod({ tolerations: [{ key: 'a', operator: 'Gt', value: '1' }] }),
      pod({
        containers: [
          {
            ...containers[0],
            env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'p', key: 'k' } } }],
          },
        ],
        volumes: [{ name: 'v', emptyDir: {} }],
      }),
      pod({ hostUsers: false }),
      pod({ volumes: [{ name: 'v', image: { reference: 'x' } }] }),
      create(`/apis/apps/v1/namespaces/${namespace}/statefulsets`, {
        metadata: { name: 's' },
        spec: {
          selector: labels,
          serviceName: 's',
          updateStrategy: { rollingUpdate: { maxUnavailable: 2 } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
        },
      }),
      create(`/apis/batch/v1/namespaces/${namespace}/jobs`, {
        metadata: { name: 'j' },
        spec: { template: { spec: { restartPolicy: 'Never', containers } } },
      }),
      create('/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies', { metadata: { name: 'm' }, spec: {} }),
      create('/apis/scheduling.k8s.io/v1alpha2/workloads', { metadata: { name: 'm' }, spec: {} }),
      create('/apis/resource.k8s.io/v1/deviceclasses', { metadata: { name: 'm' }, spec: {} }),
      create('/apis/storage.k8s.io/v1/csidrivers', {
        metadata: { name: 'd' },
        spec: { serviceAccountTokenInSecrets: true, tokenRequests: [{ audience: 'a' }] },
      }),
      { method: 'GET', path: `/api/v1/namespaces/${namespace}/configmaps?labelSelector=x%20in%20(a,,)` },
      { method: 'GET', path: '/apis/certificates.k8s.io/v1beta1' },
      {
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        body: {
          spec: {
            user: 'u',
            resourceAttributes: { verb: 'get', resource: 'pods', labelSelector: { rawSelector: 'a' } },
          },
        },
      },
      {
        method: 'GET',
        path: '/api/v1/pods',
        as: 'nobody-token',
        headers: { 'impersonate-user': 'jane' },
      },
    ],
  }
}

/** Without the gate WatchList. */
function watching(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/configmaps?watch=1&timeoutSeconds=1`
  const queries = [
    '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    '&sendInitialEvents=true',
    '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
    '&resourceVersionMatch=NotOlderThan',
    '&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1',
    '',
  ]
  return {
    name: 'watching',
    kind: 'gated',
    steps: queries.map((query) => ({ method: 'GET', path: `${path}${query}` })),
  }
}

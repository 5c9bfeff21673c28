import { describe, expect, it } from 'vitest'
import { createPodRules } from '../../src/core/pod-spec/pod-rules.ts'
import { dropDisabledFields } from '../../src/core/pod-spec/dropped-fields.ts'
import { kubernetesVocabulary } from '@pinnace/meta'
import { create, update, type Loose } from '../write.ts'
import { container, itChecks, podWith, stored } from './pod-table.ts'

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const file = (volumeName: string): Loose => ({
  name: 'A',
  valueFrom: { fileKeyRef: { volumeName, path: 'p', key: 'k' } },
})
const env = 'env[0].valueFrom.fileKeyRef.volumeName'
const claim = 'spec.volumes[0].ephemeral.volumeClaimTemplate'

describe('the errors of a pod, all of them and in order', () => {
  itChecks([
    [
      'variables of files: the volumes are looked up last',
      {
        containers: [{ ...container, env: [file('none')] }],
        initContainers: [{ ...container, name: 'i', env: [file('Bad_x')] }],
        os: { name: '' },
      },
      [
        `spec.initContainers[0].${env}: Invalid value: "Bad_x": ${label}`,
        'spec.os.name: Required value',
        `spec.initContainers[0].${env}: Not found: "Bad_x"`,
        `spec.containers[0].${env}: Not found: "none"`,
      ],
    ],
    [
      'variables of files that name no volume',
      { containers: [{ ...container, env: [file('')] }] },
      [`spec.containers[0].${env}: Required value`, `spec.containers[0].${env}: Not found: ""`],
    ],
    [
      'rules of restarts without anything',
      { containers: [{ ...container, restartPolicy: 'Never', restartPolicyRules: [{}, { exitCodes: {} }] }] },
      [
        'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "": supported values: "Restart", "RestartAllContainers"',
        'spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified',
        'spec.containers[0].restartPolicyRules[1].action: Unsupported value: "": supported values: "Restart", "RestartAllContainers"',
        'spec.containers[0].restartPolicyRules[1].exitCodes.operator: Unsupported value: "": supported values: "In", "NotIn"',
      ],
    ],
    [
      'rules of restarts of an init container without a policy',
      { initContainers: [{ ...container, name: 'i', restartPolicyRules: [{}] }] },
      ['spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used'],
    ],
    [
      'the host name comes before the names of other objects',
      { hostnameOverride: 'A_', setHostnameAsFQDN: true, serviceAccountName: 'A_' },
      [
        'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
        `spec.hostnameOverride: Invalid value: "A_": ${subdomain}`,
        `spec.serviceAccountName: Invalid value: "A_": ${subdomain}`,
      ],
    ],
    [
      'metadata of a claim to be made, under the names of Go',
      {
        volumes: [
          {
            name: 'v',
            ephemeral: {
              volumeClaimTemplate: {
                metadata: { uid: 'u', name: 'n', generation: 1, finalizers: ['a/b'] },
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
              },
            },
          },
        ],
      },
      [
        `${claim}.metadata.name: Forbidden: cannot be set`,
        `${claim}.metadata.uID: Forbidden: cannot be set`,
        `${claim}.metadata.generation: Forbidden: cannot be set`,
        `${claim}.metadata.finalizers: Forbidden: cannot be set`,
      ],
    ],
    [
      'devices in a separate user namespace',
      {
        hostUsers: false,
        volumes: [{ name: 'b', persistentVolumeClaim: { claimName: 'c' } }],
        containers: [{ ...container, volumeDevices: [{ name: 'b', devicePath: '/x' }] }],
      },
      ['spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false'],
    ],
    [
      'a Windows pod: no resources of its own, and its fields in order',
      {
        os: { name: 'windows' },
        resources: { limits: { cpu: '1' } },
        hostIPC: true,
        securityContext: { runAsUser: 1, seLinuxOptions: {} },
      },
      [
        'spec.resources: Forbidden: may not be set for a windows pod',
        'spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod',
        'spec.hostIPC: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
      ],
    ],
    [
      'resources of a pod that does not ask for what its containers ask for',
      {
        resources: { requests: { cpu: '1' } },
        containers: [{ ...container, resources: { requests: { cpu: '2', memory: '1Gi' } } }],
      },
      [
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
      ],
    ],
    [
      'a signer of certificates that is absent',
      { volumes: [{ name: 'v', projected: { sources: [{ podCertificate: { keyType: 'ED25519', keyPath: 'k' } }] } }] },
      ['spec.volumes[0].projected.sources[0].podCertificate.signerName: Required value'],
    ],
  ])

  it('a sleep before the stop within a negative grace period, which counts as one second', () => {
    const lifecycle = { preStop: { sleep: { seconds: 5 } } }
    const { object, errors } = create(
      'v1/Pod',
      podWith({ terminationGracePeriodSeconds: -5, containers: [{ ...container, lifecycle }] }),
    )
    expect(object.spec.terminationGracePeriodSeconds).toBe(1)
    expect(errors).toEqual([
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 5: must be non-negative and less than terminationGracePeriodSeconds (1)',
    ])
  })

  it('a node affinity that changes while gates hold the pod back', () => {
    const term = { matchExpressions: [{ key: 'k', operator: 'In', values: ['a'] }] }
    const required = (terms: Loose[]): Loose => ({
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
    })
    const live = stored({ schedulingGates: [{ name: 'a/b' }], affinity: required([term]) })
    const { errors } = update('v1/Pod', live, (next) => {
      next.spec.affinity = required([{ matchExpressions: [{ key: 'j', operator: 'Exists' }] }])
    })
    expect(errors.map((error) => error.replace(/\{.*\}/, '{…}'))).toEqual([
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
    ])
  })
})

describe('fields whose feature gates are off', () => {
  const off = createPodRules(kubernetesVocabulary, () => false)
  const spec = (): Loose => ({
    containers: [
      { name: 'a', lifecycle: { stopSignal: 'SIGTERM' } },
      { name: 'b', lifecycle: { stopSignal: 'SIGTERM', preStop: {} } },
    ],
    volumes: [
      {
        name: 'v',
        projected: { sources: [{ clusterTrustBundle: { path: 'p' } }, { podCertificate: {} }, { secret: {} }] },
      },
    ],
    schedulingGroup: { podGroupName: 'g' },
  })

  it('are dropped', () => {
    const next = spec()
    dropDisabledFields(next, undefined, off)
    expect(next).toEqual({
      containers: [{ name: 'a' }, { name: 'b', lifecycle: { preStop: {} } }],
      volumes: [{ name: 'v', projected: { sources: [{}, {}, { secret: {} }] } }],
    })
  })

  it('are kept where the stored pod uses them, or the gates are on', () => {
    for (const [live, rules] of [
      [spec(), off],
      [undefined, createPodRules(kubernetesVocabulary)],
    ] as const) {
      const next = spec()
      dropDisabledFields(next, live, rules)
      expect(next).toEqual(spec())
    }
  })
})

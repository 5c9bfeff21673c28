import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from './write.ts'

const meta = { name: 'a', namespace: 'n' }
const containers = [{ name: 'c', image: 'i' }]
const template = (metadata: object): object => ({ metadata, spec: { containers } })
const unmatched = '`selector` does not match template `labels`'

function controller(metadata: object | undefined): object {
  return { metadata: meta, spec: { selector: { a: 'b' }, template: metadata && template(metadata) } }
}

/** The errors of one field, without its path. */
function errorsAt(errors: readonly string[], field: string): readonly string[] {
  return errors.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
}

describe('values in messages', () => {
  it.each<[string, object, string]>([
    ['null for labels that are absent', {}, 'null'],
    ['empty for labels that are empty', { labels: {} }, '{}'],
    ['sorted labels', { labels: { z: '1', 'b!': '2' } }, '{"b!":"2","z":"1"}'],
  ])('are %s', (_name, metadata, printed) => {
    const { errors } = create('v1/ReplicationController', controller(metadata))
    expect(errorsAt(errors, 'spec.template.metadata.labels')).toContain(`Invalid value: ${printed}: ${unmatched}`)
  })

  it('have the members of selectors in the order of their declaration', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, template: template({ labels: { a: 'b' } }) }
    const { object } = create('apps/v1/DaemonSet', { metadata: meta, spec })
    const { errors } = update('apps/v1/DaemonSet', object, (next: Loose) => {
      next.spec.selector = { matchExpressions: [{ operator: 'x' }], matchLabels: { z: '', a: 'b' } }
    })
    expect(errorsAt(errors, 'spec.selector')).toContain(
      'Invalid value: {"matchLabels":{"a":"b","z":""},"matchExpressions":[{"key":"","operator":"x"}]}: field is immutable',
    )
  })

  it('have the empty lists of the body, and null for lists that are absent', () => {
    const pod = { metadata: meta, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const { object } = create('v1/Pod', pod)
    const changed = update('v1/Pod', object, (next: Loose) => {
      next.spec.containers[0].args = []
      next.spec.hostname = 'h'
    })
    expect(changed.errors.join('\n')).toContain('-   "Args": null,\n+   "Args": [],')
    const job = { metadata: meta, spec: { suspend: true, template: { spec: { restartPolicy: 'Never', containers } } } }
    const rules = (onExitCodes: object): object => ({
      ...job,
      spec: { ...job.spec, podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes }] } },
    })
    const values = 'spec.podFailurePolicy.rules[0].onExitCodes.values'
    for (const [given, printed] of [
      [{ operator: 'In' }, 'null'],
      [{ operator: 'In', values: [] }, '[]'],
    ] as const) {
      const { errors } = create('batch/v1/Job', rules(given))
      expect(errorsAt(errors, values)).toEqual([`Invalid value: ${printed}: at least one value is required`])
    }
  })

  it('refuse empty lists and maps where none may be', () => {
    const pod = (spec: object): readonly string[] =>
      create('v1/Pod', { metadata: meta, spec: { containers, ...spec } }).errors
    expect(pod({ resources: { claims: [] } })).toEqual([
      'spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level',
    ])
    expect(pod({ resources: {} })).toEqual([])
    const ephemeral = (fields: object): readonly string[] =>
      create('v1/PodTemplate', {
        metadata: meta,
        template: { metadata: {}, spec: { containers, ephemeralContainers: [{ name: 'e', image: 'i', ...fields }] } },
      }).errors.filter((line) => !line.startsWith('template.spec.ephemeralContainers: '))
    const at = 'template.spec.ephemeralContainers[0]'
    const problem = 'Forbidden: cannot be set for an Ephemeral Container'
    expect(ephemeral({})).toEqual([])
    expect(ephemeral({ resources: {} })).toEqual([])
    for (const [field, value] of [
      ['ports', []],
      ['resizePolicy', []],
      ['lifecycle', {}],
      ['restartPolicy', ''],
      ['resources', { requests: {} }],
    ] as const) {
      expect(ephemeral({ [field]: value })).toContain(`${at}.${field}: ${problem}`)
    }
  })
})

describe('the status of a pod', () => {
  const pod = create('v1/Pod', {
    metadata: meta,
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { requests: { 'x.y/z': '1' }, limits: { 'x.y/z': '1' } } }],
    },
  }).object
  const at = 'status.extendedResourceClaimStatus'
  const mapping = { containerName: 'c', resourceName: 'x.y/z', requestName: 'r' }
  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
  const claim = (requestMappings: readonly object[]): object => ({
    extendedResourceClaimStatus: { resourceClaimName: 'claim', requestMappings },
  })
  const negative = 'Invalid value: -1: must be a non-negative integer'

  it.each<[string, object, readonly string[]]>([
    ['a claim for extended resources', claim([mapping]), []],
    [
      'a claim without anything',
      { extendedResourceClaimStatus: {} },
      [
        `${at}.requestMappings: Required value: at least one request mapping is required`,
        `${at}.resourceClaimName: Required value`,
      ],
    ],
    [
      'a mapping of another container',
      claim([{ ...mapping, containerName: 'x' }]),
      [
        `${at}.requestMappings[0].containerName: Invalid value: "x": must match the name of an entry in spec.initContainers.name or spec.containers.name`,
      ],
    ],
    [
      'a mapping of another resource, and a bad name',
      claim([{ ...mapping, resourceName: 'cpu', requestName: 'a/b' }]),
      [
        `${at}.requestMappings[0].resourceName: Invalid value: "cpu": must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests`,
        `${at}.requestName: Invalid value: "a/b": ${label}`,
      ],
    ],
    [
      'a mapping twice',
      claim([mapping, mapping]),
      [
        `${at}.requestMappings[1].containerName: Duplicate value: "c"`,
        `${at}.requestMappings[1].resourceName: Duplicate value: "x.y/z"`,
        `${at}.requestMappings[1].requestName: Duplicate value: "r"`,
      ],
    ],
    ['a negative generation', { observedGeneration: -1 }, [`status.observedGeneration: ${negative}`]],
    [
      'a negative generation of a condition',
      { conditions: [{ type: 'Ready', status: 'True', observedGeneration: -1 }] },
      [`status.conditions[0].observedGeneration: ${negative}`],
    ],
    [
      'an address that is none, beside another',
      { podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }, { ip: 'x' }] },
      [
        'status.podIPs[1]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x',
        'status.podIPs: Invalid value: [{"IP":"1.2.3.4"},{"IP":"x"}]: may specify no more than one IP for each IP family',
      ],
    ],
  ])('has or refuses %s', (_name, status, expected) => {
    const { errors } = update('v1/Pod', pod, (next: Loose) => (next.status = status), { subresource: 'status' })
    expect(errors).toEqual(expected)
  })

  it('does not keep what a gate that is off would allocate', () => {
    const status = { nodeAllocatableResourceClaimStatuses: [{ resourceClaimName: 'x', resources: { cpu: '1' } }] }
    const { object } = update('v1/Pod', pod, (next: Loose) => (next.status = status), { subresource: 'status' })
    expect(object.status.nodeAllocatableResourceClaimStatuses).toBeUndefined()
  })
})

describe('the generation', () => {
  it('of a network policy and of webhooks counts an empty list as a change', () => {
    const policy = create('networking.k8s.io/v1/NetworkPolicy', {
      metadata: meta,
      spec: { podSelector: {}, egress: [{}] },
    })
    const generationOf = (kind: string, live: Loose, change: (next: Loose) => void): number =>
      update(kind, live, change).object.metadata.generation
    const kind = 'networking.k8s.io/v1/NetworkPolicy'
    expect(generationOf(kind, policy.object, () => {})).toBe(1)
    expect(generationOf(kind, policy.object, (next) => (next.spec.egress = [{ to: [] }]))).toBe(2)
    expect(generationOf(kind, policy.object, (next) => (next.metadata.labels = { a: 'b' }))).toBe(1)
  })

  it('of a deployment counts an annotation without a value', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, template: template({ labels: { a: 'b' } }) }
    const { object } = create('apps/v1/Deployment', { metadata: meta, spec })
    const { object: next } = update('apps/v1/Deployment', object, (draft: Loose) => {
      draft.metadata.annotations = { a: '' }
    })
    expect(next.metadata.generation).toBe(2)
  })
})

describe('the name of a replication controller', () => {
  const named = (metadata: object): readonly string[] =>
    create('v1/ReplicationController', {
      ...(controller({ labels: { a: 'b' } }) as { spec: object }),
      metadata: { namespace: 'n', ...metadata },
    }).errors

  it('is counted in bytes, and what it begins with is not looked at', () => {
    const long = 'a'.repeat(254)
    expect(named({ name: long })).toEqual([`metadata.name: Invalid value: "${long}": must be no more than 253 bytes`])
    expect(named({ name: 'a', generateName: 'Bad_' })).toEqual([])
  })
})

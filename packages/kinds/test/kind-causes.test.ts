import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'
import { create, definitionOf, update, type Loose } from './write.ts'

const metadata = { name: 'x', namespace: 'n' }
const warningsOf = (kind: string, object: Loose): unknown =>
  definitionOf(kind).strategy.warnings!(create(kind, { metadata, ...object }).object, undefined)

describe('stateful sets', () => {
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const set = (spec: Loose): Loose => ({
    metadata,
    spec: { selector: { matchLabels: { app: 'a' } }, template, ...spec },
  })
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
  }

  it.each<[string, Loose, string[]]>([
    [
      'claims are validated, and before the counts',
      { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: { accessModes: ['X'] } }], minReadySeconds: -1 },
      [
        'spec.volumeClaimTemplates[0].spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      'volumes of claims come before those of the template',
      {
        volumeClaimTemplates: [claim],
        template: { ...template, spec: { ...template.spec, volumes: [{ name: '', emptyDir: {} }] } },
      },
      ['spec.template.spec.volumes[1].name: Required value'],
    ],
    [
      'labels of the template are reported twice',
      { template: { ...template, metadata: { labels: { app: 'a', 'b c': '' } } } },
      Array<string>(2).fill(
        "spec.template.labels: Invalid value: \"b c\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ),
    ],
    [
      'pods have host names of their own',
      { template: { ...template, spec: { ...template.spec, hostname: 'A_' } } },
      [],
    ],
    ['history may be without end', { revisionHistoryLimit: -1 }, []],
  ])('%s', (_, spec, errors) => {
    expect(create('apps/v1/StatefulSet', set(spec)).errors).toEqual(errors)
  })

  it('warn about a history without end', () => {
    expect(warningsOf('apps/v1/StatefulSet', set({ revisionHistoryLimit: -1 }))).toEqual([
      'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
    ])
  })

  it('call their claims by kind and version', () => {
    const volumeClaimTemplates = [{ ...claim, kind: 'K', apiVersion: 'v' }]
    const { object } = create('apps/v1/StatefulSet', set({ volumeClaimTemplates }))
    expect(object.spec.volumeClaimTemplates[0]).toMatchObject({ kind: 'PersistentVolumeClaim', apiVersion: 'v1' })
  })

  it('drop maxUnavailable where its gate is off', async () => {
    const resources = await builtInResources(kubernetesVocabulary, { isEnabled: () => false })
    const definition = resources.find(({ kind }) => kind === 'StatefulSet')!
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }
    const { object } = create('apps/v1/StatefulSet', set({ updateStrategy }), { definition })
    expect(object.spec.updateStrategy.rollingUpdate).toEqual({ partition: 0 })
  })
})

describe('nodes', () => {
  const node = (spec: Loose, status: Loose = {}): Loose => ({ metadata: { name: 'x' }, spec, status })

  it.each<[string, Loose, string[]]>([
    ['the older address range wins', node({ podCIDR: '10.1.0.0/24', podCIDRs: ['bad'] }), []],
    [
      'an address range is a range',
      node({ podCIDR: 'bad' }),
      ['spec.podCIDRs[0]: Invalid value: "bad": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ],
    [
      'declared features are in order',
      node({}, { declaredFeatures: ['B', 'A/x'] }),
      ['status.declaredFeatures[1]: Invalid value: "A/x": list must be sorted alphabetically'],
    ],
    [
      'declared features are reported once',
      node({}, { declaredFeatures: ['A', 'A'] }),
      ['status.declaredFeatures[1]: Duplicate value: "A"'],
    ],
    [
      'declared features begin with a capital letter',
      node({}, { declaredFeatures: ['a'] }),
      [
        'status.declaredFeatures[0]: Invalid value: "a": invalid feature name "a": must start with an UpperCamelCase segment, with subsequent segments separated by \'/\' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes',
      ],
    ],
  ])('%s', (_, given, errors) => {
    expect(create('v1/Node', given).errors).toEqual(errors)
  })

  it('lose the source of their configuration', () => {
    const { object } = create('v1/Node', node({ configSource: { configMap: {} }, externalID: 'e' }, { config: {} }))
    expect([object.spec, object.status]).toEqual([{ externalID: 'e' }, expect.not.objectContaining({ config: {} })])
  })

  it('keep their address range', () => {
    const live = create('v1/Node', node({ podCIDR: '10.1.0.0/24' })).object
    expect(update('v1/Node', live, (next) => void (next.spec = { podCIDR: '10.2.0.0/24' })).errors).toEqual([
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    ])
  })
})

describe('controller revisions', () => {
  it.each([
    [undefined, 'data is mandatory'],
    ['x', 'data must be a valid JSON object'],
    [[1], 'data must be a valid JSON object'],
  ])('data that is %j', (data, problem) => {
    expect(create('apps/v1/ControllerRevision', { metadata, revision: 1, data }).errors).toEqual([
      `data: Required value: ${problem}`,
    ])
  })
})

describe('endpoints', () => {
  it('report an address that is none in both ways', () => {
    expect(create('v1/Endpoints', { metadata, subsets: [{ addresses: [{ ip: '' }] }] }).errors).toEqual([
      'subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address',
    ])
  })

  it('are deprecated', () => {
    expect(definitionOf('v1/Endpoints').deprecation?.warning).toBe(
      'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    )
  })
})

describe('persistent volumes', () => {
  it('report the errors of the spec twice on update', () => {
    const spec = { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
    const live = create('v1/PersistentVolume', { metadata: { name: 'x' }, spec }).object
    const { errors } = update('v1/PersistentVolume', live, (next) => void delete next.spec.accessModes)
    expect(errors).toEqual(['spec.accessModes: Required value', 'spec.accessModes: Required value'])
  })
})

describe('replication controllers', () => {
  const spec = {
    selector: { app: 'a' },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  }

  it('count no more pods than they have', () => {
    const live = create('v1/ReplicationController', { metadata, spec }).object
    const status = { replicas: 1, readyReplicas: 2, availableReplicas: 3 }
    const { errors } = update('v1/ReplicationController', live, (next) => void (next.status = status), {
      subresource: 'status',
    })
    expect(errors).toEqual([
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
    ])
  })
})

describe('services', () => {
  const service = (spec: Loose): Loose => ({ spec: { ports: [{ port: 80 }], ...spec } })

  it.each<[string, Loose, string[]]>([
    ['nothing to warn of', {}, []],
    [
      'addresses of others',
      { externalIPs: ['1.2.3.4'] },
      ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'],
    ],
    [
      'addresses of others for a name',
      { type: 'ExternalName', externalName: 'a.b', externalIPs: ['1.2.3.4'] },
      ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
    ],
    [
      'a name of its own',
      { externalName: 'a.b' },
      ['spec.externalName is ignored when spec.type is not "ExternalName"'],
    ],
    [
      'the older word for the same zone',
      { trafficDistribution: 'PreferClose' },
      ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
    ],
    [
      'no cluster address',
      { clusterIP: 'None', loadBalancerIP: '1.2.3.4' },
      ['spec.loadBalancerIP is ignored for headless services'],
    ],
    [
      'addresses of others and no cluster address',
      { clusterIP: 'None', externalIPs: ['1.2.3.4'] },
      ['spec.externalIPs is ignored for headless services'],
    ],
  ])('%s', (_, spec, warnings) => {
    expect(warningsOf('v1/Service', service(spec))).toEqual(warnings)
  })

  it('with an invalid address report that alone', () => {
    expect(create('v1/Service', { metadata, spec: { clusterIP: 'x' } }).errors).toEqual([
      'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ])
  })

  it('report the class of a load balancer twice on update, and keep the port of health checks', () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30_100 }
    const live = create('v1/Service', { metadata, ...service(spec) }).object
    const { errors } = update('v1/Service', live, (next) => {
      next.spec.healthCheckNodePort = 30_101
      next.spec.loadBalancerClass = ''
    })
    expect(errors[0]).toBe('spec.loadBalancerClass: Invalid value: "": may not change once set')
    expect(errors.filter((error) => error.includes('loadBalancerClass'))).toHaveLength(5)
    expect(errors).toContain('spec.healthCheckNodePort: Forbidden: field is immutable')
  })
})

describe('TLS secrets', () => {
  const pem = (type: string): string =>
    Buffer.from(`-----BEGIN ${type}-----\nYQ==\n-----END ${type}-----`).toString('base64')

  it.each([
    ['', '', 'tls: failed to find any PEM data in certificate input'],
    [
      pem('FOO'),
      '',
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [FOO]',
    ],
    [
      pem('PRIVATE KEY'),
      '',
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    ],
    [pem('CERTIFICATE'), '', 'tls: failed to find any PEM data in key input'],
    [
      pem('CERTIFICATE'),
      pem('CERTIFICATE'),
      'tls: found a certificate rather than a key in the PEM for the private key',
    ],
    [
      pem('CERTIFICATE'),
      pem('FOO'),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [FOO]',
    ],
    [pem('CERTIFICATE'), pem('EC PRIVATE KEY'), undefined],
  ])('warn of what is in them: %#', (certificate, key, warning) => {
    const data = { 'tls.crt': certificate, 'tls.key': key }
    expect(warningsOf('v1/Secret', { type: 'kubernetes.io/tls', data })).toEqual(warning === undefined ? [] : [warning])
  })
})

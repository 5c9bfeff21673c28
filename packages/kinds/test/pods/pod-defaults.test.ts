import { describe, expect, it } from 'vitest'
import { imageTag } from '../../src/core/pod-spec/containers/image-name.ts'
import { create, type Loose } from '../write.ts'
import { container, stored } from './pod-table.ts'

describe('the defaults of a pod', () => {
  it('fill the whole spec', () => {
    expect(stored().spec).toEqual({
      containers: [
        {
          name: 'c',
          image: 'example/image:1',
          resources: {},
          imagePullPolicy: 'IfNotPresent',
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
    })
  })

  const first = (given: Loose, spec: Loose = {}): Loose =>
    stored({ ...spec, containers: [{ ...container, ...given }] }).spec.containers[0]

  it.each<[string, Loose, string, Loose]>([
    ['ports speak TCP', { ports: [{ containerPort: 80 }] }, 'ports', [{ containerPort: 80, protocol: 'TCP' }]],
    [
      'probes ask every ten seconds',
      { livenessProbe: { tcpSocket: { port: 80 } } },
      'livenessProbe',
      { tcpSocket: { port: 80 }, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
    ],
    [
      'probes over HTTP ask for the root',
      { readinessProbe: { httpGet: { port: 80 }, periodSeconds: 5 } },
      'readinessProbe',
      {
        httpGet: { port: 80, path: '/', scheme: 'HTTP' },
        timeoutSeconds: 1,
        periodSeconds: 5,
        successThreshold: 1,
        failureThreshold: 3,
      },
    ],
    [
      'probes over gRPC ask for the whole server',
      { startupProbe: { grpc: { port: 80 } } },
      'startupProbe',
      {
        grpc: { port: 80, service: '' },
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
      },
    ],
    [
      'hooks over HTTP ask for the root',
      { lifecycle: { preStop: { httpGet: { port: 80 } } } },
      'lifecycle',
      { preStop: { httpGet: { port: 80, path: '/', scheme: 'HTTP' } } },
    ],
    [
      'variables read fields of v1',
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
      'env',
      [{ name: 'A', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } }],
    ],
    [
      'requests are the limits',
      { resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } } },
      'resources',
      { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m', memory: '1Gi' } },
    ],
    [
      'amounts are rounded up to thousandths',
      { resources: { requests: { cpu: '100u' } } },
      'resources',
      { requests: { cpu: '1m' } },
    ],
  ])('%s', (_, given, field, expected) => {
    expect(first(given)[field]).toEqual(expected)
  })

  it("take the host's port on the host's network", () => {
    expect(first({ ports: [{ containerPort: 80 }] }, { hostNetwork: true }).ports).toEqual([
      { containerPort: 80, hostPort: 80, protocol: 'TCP' },
    ])
  })

  it.each([
    ['serviceAccountName', 'serviceAccount'],
    ['serviceAccount', 'serviceAccountName'],
  ])('mirror %s', (given, mirrored) => {
    expect(stored({ [given]: 'a' }).spec[mirrored]).toBe('a')
  })

  it('let the newer name of the account win', () => {
    expect(stored({ serviceAccountName: 'a', serviceAccount: 'b' }).spec.serviceAccount).toBe('a')
  })

  it.each<[string, Loose, Loose]>([
    ['nothing', {}, { emptyDir: {} }],
    ['a config map', { configMap: { name: 'm' } }, { configMap: { name: 'm', defaultMode: 420 } }],
    ['a secret', { secret: { secretName: 's' } }, { secret: { secretName: 's', defaultMode: 420 } }],
    ['a host path', { hostPath: { path: '/a' } }, { hostPath: { path: '/a', type: '' } }],
    ['a projection', { projected: { sources: [] } }, { projected: { sources: [], defaultMode: 420 } }],
    [
      'fields',
      { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.name' } }] } },
      {
        downwardAPI: {
          items: [{ path: 'a', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }],
          defaultMode: 420,
        },
      },
    ],
    ['an image', { image: { reference: 'a' } }, { image: { reference: 'a', pullPolicy: 'Always' } }],
    [
      'an RBD image',
      { rbd: { monitors: ['a'], image: 'i' } },
      { rbd: { monitors: ['a'], image: 'i', pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } },
    ],
    [
      'an iSCSI disk',
      { iscsi: { targetPortal: 'p', iqn: 'eui.0123456789ABCDEF', lun: 0 } },
      { iscsi: { targetPortal: 'p', iqn: 'eui.0123456789ABCDEF', lun: 0, iscsiInterface: 'default' } },
    ],
    [
      'a disk of a cloud',
      { azureDisk: { diskName: 'a', diskURI: 'https://b' } },
      {
        azureDisk: {
          diskName: 'a',
          diskURI: 'https://b',
          cachingMode: 'ReadWrite',
          fsType: 'ext4',
          readOnly: false,
          kind: 'Shared',
        },
      },
    ],
  ])('fill a volume of %s', (_, given, expected) => {
    expect(stored({ volumes: [{ name: 'v', ...given }] }).spec.volumes[0]).toEqual({ name: 'v', ...expected })
  })

  it('give a token an hour', () => {
    const { spec } = stored({
      serviceAccountName: 'a',
      volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
    })
    expect(spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds).toBe(3600)
  })

  it('request for the whole pod what its containers request, and what it is limited to', () => {
    const { spec } = stored({
      resources: { limits: { cpu: '4', memory: '4Gi' } },
      containers: [{ ...container, resources: { requests: { cpu: '1' } } }],
      initContainers: [
        { name: 's', image: 'i', restartPolicy: 'Always', resources: { requests: { cpu: '1' } } },
        { name: 'i', image: 'i', resources: { requests: { cpu: '2' } } },
      ],
    })
    expect(spec.resources.requests).toEqual({ cpu: '3', memory: '4Gi' })
  })

  it('leave a template without what only pods are given', () => {
    const { object } = create('v1/PodTemplate', {
      metadata: { name: 'p', namespace: 'n' },
      template: { spec: { containers: [{ ...container, resources: { limits: { cpu: '1' } } }] } },
    })
    expect(object.template.spec.enableServiceLinks).toBeUndefined()
    expect(object.template.spec.containers[0].resources).toEqual({ limits: { cpu: '1' } })
    expect(object.template.spec.schedulerName).toBe('default-scheduler')
  })

  it('take no value from the prototype of objects', () => {
    const requests = JSON.parse('{"__proto__": "1"}') as object
    const { object } = create('v1/Pod', {
      metadata: { name: 'p', namespace: 'n' },
      spec: { containers: [{ ...container, resources: { limits: requests } }] },
    })
    expect(Object.keys(object.spec.containers[0].resources.requests)).toEqual(['__proto__'])
    expect(({} as Loose).cpu).toBeUndefined()
  })
})

describe('the tag of an image', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  it.each([
    ['nginx', 'latest'],
    ['nginx:latest', 'latest'],
    ['nginx:1.2', '1.2'],
    ['example.com:5000/a/b', 'latest'],
    ['example.com:5000/a/b:v1', 'v1'],
    ['localhost/a', 'latest'],
    [`nginx@${digest}`, undefined],
    [`nginx:latest@${digest}`, 'latest'],
    ['nginx@sha256:short', undefined],
    ['', undefined],
    ['NGINX', undefined],
    ['Example.com/a', 'latest'],
    ['a b', undefined],
    ['nginx:a b', undefined],
    ['a//b', undefined],
    ['a'.repeat(300), undefined],
    ['f'.repeat(64), undefined],
    ['a__b/c-d.e', 'latest'],
    ['-a', undefined],
  ])('%s', (image, tag) => {
    expect(imageTag(image)).toBe(tag)
  })
})

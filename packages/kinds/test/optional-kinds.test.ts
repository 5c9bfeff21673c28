import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'
import { create, update, type Loose } from './write.ts'

const podGroup = 'scheduling.k8s.io/v1alpha2/PodGroup'
const metadata = { name: 'a', namespace: 'n' }

describe('a pod group whose feature gate is off', () => {
  const withoutGate = async (): Promise<object> => {
    const isEnabled = (gate: string): boolean => gate !== 'WorkloadAwarePreemption'
    const resources = await builtInResources(kubernetesVocabulary, { isEnabled })
    return { definition: resources.find(({ kind }) => kind === 'PodGroup')! }
  }
  const group = (more: object = {}): object => ({ metadata, spec: { schedulingPolicy: { basic: {} }, ...more } })

  it('has the default mode, whatever a client asks for', async () => {
    const options = await withoutGate()
    for (const more of [{}, { disruptionMode: 'PodGroup' }, { disruptionMode: 'X' }]) {
      const { object, errors } = create(podGroup, group(more), options)
      expect(errors).toEqual([])
      expect(object.spec.disruptionMode).toBe('Pod')
    }
  })

  it('keeps its mode, and refuses another one', async () => {
    const options = await withoutGate()
    const { object } = create(podGroup, group(), options)
    object.metadata.resourceVersion = '1'
    const change = (mode: string | null) => (next: Loose) => void (next.spec.disruptionMode = mode)
    expect(update(podGroup, object, change('Pod'), options).errors).toEqual([])
    expect(update(podGroup, object, change(null), options).object.spec.disruptionMode).toBe('Pod')
    expect(update(podGroup, object, change('PodGroup'), options).errors).toEqual(['spec.disruptionMode: Forbidden'])
  })
})

describe('a storage version', () => {
  const kind = 'internal.apiserver.k8s.io/v1alpha1/StorageVersion'
  const stored = (): Loose => {
    const { object } = create(kind, { metadata: { name: 'example.com.things' }, spec: {} })
    object.metadata.resourceVersion = '1'
    return object
  }
  const errorsOf = (status: object): readonly string[] =>
    update(kind, stored(), (next) => void (next.status = status), { subresource: 'status' }).errors

  it('is validated where an entry is null', () => {
    expect(errorsOf({ storageVersions: [null] })[0]).toContain(
      'status.storageVersions[0].apiServerID: Invalid value: ""',
    )
    expect(errorsOf({ conditions: [null] })).toContain('status[0].message: Required value')
    expect(errorsOf({ conditions: [{ type: 'x', status: 'x', reason: 'x' }] })).toEqual([
      'status[0].message: Required value',
    ])
  })

  it('prints an empty list as it was given', () => {
    const server = { apiServerID: 'x', encodingVersion: 'x', decodableVersions: [] }
    expect(errorsOf({ storageVersions: [server], commonEncodingVersion: 'x' })).toEqual([
      'status.storageVersions[0].decodableVersions: Invalid value: []: decodableVersions must include encodingVersion x',
    ])
  })
})

describe('a workload', () => {
  it('cannot lose its templates', () => {
    const kind = 'scheduling.k8s.io/v1alpha2/Workload'
    const podGroupTemplates = [{ name: 'a', schedulingPolicy: { basic: {} } }]
    const twice = [...podGroupTemplates, ...podGroupTemplates]
    expect(create(kind, { metadata, spec: { podGroupTemplates: twice } }).errors).toEqual([
      'spec.podGroupTemplates[1]: Duplicate value: {"name":"a","schedulingPolicy":{"basic":{}},"schedulingConstraints":null}',
    ])
    const { object } = create(kind, { metadata, spec: { podGroupTemplates } })
    object.metadata.resourceVersion = '1'
    expect(update(kind, object, (next) => void delete next.spec.podGroupTemplates).errors).toEqual([
      'spec.podGroupTemplates: Invalid value: null: field is immutable',
      'spec.podGroupTemplates: Required value',
    ])
  })
})

describe('a request for the status of resource pools', () => {
  it('has a driver of any case and one condition of each type', () => {
    const kind = 'resource.k8s.io/v1alpha3/ResourcePoolStatusRequest'
    expect(create(kind, { metadata: { name: 'a' }, spec: { driver: 'Bad_Driver' } }).errors[0]).toContain(
      "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com'",
    )
    const { object } = create(kind, { metadata: { name: 'a' }, spec: { driver: 'Driver' } })
    object.metadata.resourceVersion = '1'
    const condition = {
      type: 'x',
      status: 'True',
      lastTransitionTime: '2026-01-02T03:04:05Z',
      reason: 'x',
      message: '',
    }
    const status = { poolCount: 1, conditions: [condition, condition] }
    const { errors } = update(kind, object, (next) => void (next.status = status), { subresource: 'status' })
    expect(errors.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'status.conditions[1].type',
      'status.conditions[1]',
    ])
  })
})

describe('objects of resource.k8s.io/v1beta1', () => {
  it('are validated with the empty lists of their body', () => {
    const spec = { devices: { requests: [{ name: 'r', deviceClassName: 's' }] } }
    const template = 'resource.k8s.io/v1beta1/ResourceClaimTemplate'
    expect(create(template, { metadata, spec: { metadata: { finalizers: [] }, spec } }).errors).toEqual([
      'spec.metadata.finalizers: Forbidden: cannot be set',
    ])
    const claim = 'resource.k8s.io/v1beta1/ResourceClaim'
    const { object } = create(claim, { metadata, spec })
    object.metadata.resourceVersion = '1'
    expect(update(claim, object, { metadata, spec: { devices: { requests: [] } } }).errors).toEqual([
      'spec: Invalid value: {"Devices":{"Requests":[],"Constraints":null,"Config":null}}: field is immutable',
    ])
    const slice = {
      metadata: { name: 'a' },
      spec: {
        driver: 'a.b',
        nodeName: 'n',
        pool: { name: 'p', generation: 0, resourceSliceCount: 1 },
        devices: [{ name: 'd', basic: {} }],
        sharedCounters: [],
      },
    }
    expect(create('resource.k8s.io/v1beta1/ResourceSlice', slice).errors).toEqual([
      'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
    ])
  })
})

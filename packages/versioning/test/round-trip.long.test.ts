import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createRegistry, exchangedKinds } from '@pinnace/resources'
import { defineResource, z } from '@pinnace/resources/define'
import { describe, expect, it } from 'vitest'
import { expectRoundTrip, RoundTripError, seededRandom, type FieldMakers, type RoundTripVersion } from '../src/index.ts'

const registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)

describe('built-in kinds of several versions', () => {
  const several = new Map(
    registry.all
      .map((definition) => registry.versionsOf(definition))
      .filter((versions) => versions.length > 1)
      .map((versions) => [
        `${versions[0]!.kind} of ${versions.map((one) => `${one.group}/${one.version}`).join(', ')}`,
        versions,
      ]),
  )

  /** A value that kube-apiserver's validation accepts: its target matches its type, and it has no deprecated fields. */
  const target = (random: ReturnType<typeof seededRandom>): object =>
    random.bytes(1)[0]! < 128
      ? { type: 'Utilization', averageUtilization: 1 + random.bytes(1)[0]! }
      : { type: 'AverageValue', averageValue: `${1 + random.bytes(1)[0]!}m` }
  const average = (): object => ({ type: 'AverageValue', averageValue: '5' })
  const autoscaler: FieldMakers = {
    'spec.metrics.object.target': (random) => (random.bytes(1)[0]! < 128 ? { type: 'Value', value: '7' } : average()),
    'spec.metrics.pods.target': average,
    'spec.metrics.resource.target': target,
    'spec.metrics.resource.name': () => 'memory',
    'spec.metrics.containerResource.target': target,
    'spec.metrics.external.target': (random) => (random.bytes(1)[0]! < 128 ? { type: 'Value', value: '7' } : average()),
    'status.currentMetrics.pods.current': () => ({ averageValue: '1' }),
    'status.currentMetrics.resource.current': () => ({ averageValue: '1', averageUtilization: 3 }),
    'status.currentMetrics.containerResource.current': () => ({ averageValue: '1' }),
    'status.currentMetrics.object.current': () => ({ value: '1', averageValue: '2' }),
    'status.currentMetrics.external.current': () => ({ value: '1', averageValue: '2' }),
  }
  // As in Kubernetes, an annotation says what was seen whenever something was.
  const oldAutoscaler: FieldMakers = { 'status.currentCPUUtilizationPercentage': () => undefined }
  const basicDevice = (random: ReturnType<typeof seededRandom>): object => ({
    attributes: { a: { int: random.bytes(1)[0]! } },
    capacity: { c: { value: '1Gi' } },
    nodeName: 'n',
    taints: [{ key: 'k', effect: 'NoExecute' }],
  })
  const allNodes: FieldMakers = { 'spec.allNodes': () => true }
  const fields: Readonly<Record<string, Readonly<Record<string, FieldMakers>>>> = {
    HorizontalPodAutoscaler: { v1: oldAutoscaler, v2: autoscaler },
    // False is refused, and not kept by v1beta1, where every device gets properties.
    ResourceSlice: { v1: allNodes, v1beta2: allNodes, v1beta1: { 'spec.devices.basic': basicDevice } },
  }

  it('are these', () => {
    expect([...several.keys()].sort()).toEqual([
      'CertificateSigningRequest of certificates.k8s.io/v1, certificates.k8s.io/v1beta1',
      'ClusterTrustBundle of certificates.k8s.io/v1beta1, certificates.k8s.io/v1alpha1',
      'DeviceClass of resource.k8s.io/v1, resource.k8s.io/v1beta2, resource.k8s.io/v1beta1',
      'DeviceTaintRule of resource.k8s.io/v1beta2, resource.k8s.io/v1alpha3',
      'Event of /v1, events.k8s.io/v1',
      'HorizontalPodAutoscaler of autoscaling/v2, autoscaling/v1',
      'IPAddress of networking.k8s.io/v1, networking.k8s.io/v1beta1',
      'LeaseCandidate of coordination.k8s.io/v1beta1, coordination.k8s.io/v1alpha2',
      'MutatingAdmissionPolicy of admissionregistration.k8s.io/v1, admissionregistration.k8s.io/v1beta1, admissionregistration.k8s.io/v1alpha1',
      'MutatingAdmissionPolicyBinding of admissionregistration.k8s.io/v1, admissionregistration.k8s.io/v1beta1, admissionregistration.k8s.io/v1alpha1',
      'MutatingWebhookConfiguration of admissionregistration.k8s.io/v1, admissionregistration.k8s.io/v1beta1',
      'ResourceClaim of resource.k8s.io/v1, resource.k8s.io/v1beta2, resource.k8s.io/v1beta1',
      'ResourceClaimTemplate of resource.k8s.io/v1, resource.k8s.io/v1beta2, resource.k8s.io/v1beta1',
      'ResourceSlice of resource.k8s.io/v1, resource.k8s.io/v1beta2, resource.k8s.io/v1beta1',
      'ServiceCIDR of networking.k8s.io/v1, networking.k8s.io/v1beta1',
      'TokenReview of authentication.k8s.io/v1, authentication.k8s.io/v1beta1',
      'ValidatingWebhookConfiguration of admissionregistration.k8s.io/v1, admissionregistration.k8s.io/v1beta1',
      'VolumeAttributesClass of storage.k8s.io/v1, storage.k8s.io/v1beta1',
    ])
  })

  it.each([...several])('%s lose nothing either way', async (_, versions) => {
    const report = await expectRoundTrip(versions, { fields: fields[versions[0]!.kind] ?? {} })
    // Each pair of versions makes a hundred trips each way.
    expect(report.trips).toBe(100 * versions.length * (versions.length - 1))
  })

  it.each(Object.entries(exchangedKinds(kubernetesVocabulary)))('%s loses nothing either way', async (_, versions) => {
    expect((await expectRoundTrip(versions)).trips).toBe(200)
  })
})

const common = { group: 'example.dev', kind: 'Widget', scope: 'Namespaced' } as const
const hub = defineResource({
  ...common,
  version: 'v1',
  schema: z.object({ spec: z.object({ size: z.int32(), unit: z.string().regex(/^[cm]m$/) }) }),
})

describe('kinds of a host', () => {
  const old = defineResource({
    ...common,
    version: 'v1beta1',
    schema: z.object({ spec: z.object({ length: z.string().regex(/^[0-9]+[cm]m$/) }) }),
    conversion: {
      hub,
      toHub: ({ spec: { length } }) => ({
        spec: { size: Number.parseInt(length, 10), unit: length.slice(-2) },
      }),
      fromHub: ({ spec: { size, unit } }) => ({ spec: { length: `${size}${unit}` } }),
    },
  })
  const versions = [hub, old] as unknown as readonly RoundTripVersion[]
  const fields = {
    v1: { 'spec.unit': (random: ReturnType<typeof seededRandom>) => (random.bytes(1)[0]! < 128 ? 'cm' : 'mm') },
    v1beta1: { 'spec.length': (random: ReturnType<typeof seededRandom>) => `${random.bytes(1)[0]!}cm` },
  }

  it('lose nothing where both ways fit', async () => {
    expect(await expectRoundTrip(versions, { fields, seed: 1, count: 20 })).toEqual({ seed: 1, trips: 40 })
  })

  it('say how what the schema refuses is to be made', async () => {
    await expect(expectRoundTrip(versions)).rejects.toThrow(
      /^no object of example.dev\/v1 Widget could be made that its schema takes: spec.unit: .*; say in fields how it is made$/,
    )
  })

  it('are caught where something is lost, with the seed that makes the object again', async () => {
    const lossy = defineResource({
      ...common,
      version: 'v1beta1',
      schema: z.object({ spec: z.object({ size: z.int32() }) }),
      conversion: {
        hub,
        toHub: ({ spec: { size } }) => ({ spec: { size, unit: 'mm' } }),
        fromHub: ({ spec: { size } }) => ({ spec: { size } }),
      },
    })
    const kind = [hub, lossy] as unknown as readonly RoundTripVersion[]
    const lost = await expectRoundTrip(kind, { fields, seed: 7 }).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(RoundTripError)
    expect(lost).toMatchObject({ seed: 7, path: 'spec.unit' })
    expect((lost as Error).message).toMatch(
      /^example.dev\/v1 → example.dev\/v1beta1 → example.dev\/v1 changes spec.unit; expectRoundTrip\(versions, \{ seed: 7 \}\) makes the object again: /,
    )
    const again = await expectRoundTrip(kind, { fields, seed: 7 }).catch((error: unknown) => error)
    expect((again as RoundTripError).before).toEqual((lost as RoundTripError).before)
  })

  it('are caught where a conversion changes who an object is', async () => {
    const renaming = {
      ...old,
      conversion: {
        toHub: () => {},
        fromHub: (object: { metadata: object }) => Object.assign(object.metadata, { name: 'x' }),
      },
    }
    const kind = [hub, renaming] as unknown as readonly RoundTripVersion[]
    await expect(expectRoundTrip(kind, { fields, seed: 1 })).rejects.toMatchObject({ path: 'metadata.name' })
  })
})

describe('a seeded source', () => {
  it('gives the same again, and something else for another seed', () => {
    const take = (seed: number): string => Buffer.from(seededRandom(seed).bytes(32)).toString('hex')
    expect(take(1)).toBe(take(1))
    expect(take(1)).not.toBe(take(2))
    expect(seededRandom(3).uid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

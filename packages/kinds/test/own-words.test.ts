import { FieldErrors, createVocabulary, systemClock, systemRandom, type ApiObject, type Mutable } from '@pinnace/meta'
import type { StrategyContext } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'

const vocabulary = createVocabulary('acme')
const resources = await builtInResources(vocabulary)
const context: StrategyContext = {
  vocabulary,
  clock: systemClock,
  random: systemRandom,
  user: { username: 'alice', groups: [], extra: {} },
  namespace: 'n',
  dryRun: false,
  warn: () => {},
}

const strategyOf = (kind: string): (typeof resources)[number]['strategy'] =>
  resources.find((one) => one.kind === kind)!.strategy

function warningsOf(kind: string, object: object): readonly string[] {
  return strategyOf(kind).warnings?.(object as ApiObject, undefined) ?? []
}

describe('identifiers of these kinds are spelled in the words of the host', () => {
  it.each<[string, object, string]>([
    [
      'Ingress',
      { metadata: { annotations: { 'acme.io/ingress.class': 'x' } } },
      `annotation "acme.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
    ],
    [
      'PersistentVolumeClaim',
      { metadata: { annotations: { 'volume.beta.acme.io/storage-class': 'x' } } },
      'metadata.annotations[volume.beta.acme.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
    ],
    [
      'RuntimeClass',
      { metadata: {}, handler: 'h', scheduling: { nodeSelector: { 'beta.acme.io/os': 'linux' } } },
      'scheduling.nodeSelector: deprecated since v1.14; use "acme.io/os" instead',
    ],
  ])('%s', (kind, object, wanted) => {
    expect(warningsOf(kind, object)).toEqual([wanted])
  })

  it('a snapshot is of the host’s own group', () => {
    const spec = (apiGroup: string): object => ({ dataSource: { apiGroup, kind: 'VolumeSnapshot', name: 's' } })
    const prepared = (apiGroup: string): unknown => {
      const next = { metadata: {}, spec: spec(apiGroup) } as unknown as Mutable<ApiObject>
      strategyOf('PersistentVolumeClaim').prepareForCreate?.(next, context)
      return (next as unknown as { spec: { dataSourceRef?: unknown } }).spec.dataSourceRef
    }
    expect(prepared('snapshot.storage.acme.io')).toBeDefined()
    expect(prepared('snapshot.storage.example')).toBeUndefined()
  })

  it('native resources are those of the host’s domain', () => {
    const errors = new FieldErrors()
    const hard = { 'requests.acme.io/x': '500m', 'count/acme.io': '500m' }
    strategyOf('ResourceQuota').validate?.({ metadata: {}, spec: { hard } } as unknown as ApiObject, errors, context)
    expect(errors.list.map(({ field }) => field)).toEqual(['spec.hard[count/acme.io]'])
  })
})

import { kubernetesVocabulary, type ApiObject, withErrorCode } from '@pinnace/meta'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { SpokeConversion } from '../src/conversion.ts'
import { defineResource } from '../src/define-resource.ts'
import { createRegistry } from '../src/registry.ts'

const common = { group: 'example.dev', kind: 'Widget', scope: 'Namespaced' } as const
const size = z.object({ spec: z.object({ size: z.int32() }) })
const length = z.object({ spec: z.object({ length: z.string() }) })
const hub = defineResource({ ...common, version: 'v1', schema: size, plural: 'widgetry' })
const conversion = {
  hub,
  toHub: () => ({ spec: { size: 1 } }),
  fromHub: () => ({ spec: { length: '1' } }),
}
const old = { ...common, version: 'v1beta1', schema: length, plural: 'widgetry', conversion } as const

function run(way: 'toHub' | 'fromHub', spoke: unknown, object: object): ApiObject {
  const copy = structuredClone(object)
  ;(spoke as { readonly conversion: SpokeConversion }).conversion[way](copy as never)
  return copy as ApiObject
}

describe('a further version of a kind', () => {
  it('has the storage of its hub', () => {
    const definition = defineResource(old)
    expect(definition.storage).toBe(hub.storage)
    expect(definition.storage).toEqual({ group: 'example.dev', resource: 'widgetry' })
  })

  it('is typed by both schemas', () => {
    defineResource({
      ...old,
      conversion: {
        hub,
        toHub: (object) => {
          expectTypeOf(object.spec.length).toEqualTypeOf<string>()
          return { spec: { size: Number(object.spec.length) } }
        },
        fromHub: (object) => {
          expectTypeOf(object.spec.size).toEqualTypeOf<number>()
          return { spec: { length: String(object.spec.size) } }
        },
      },
    })
  })

  it('converts what it says, and keeps who it is', () => {
    const definition = defineResource({
      ...old,
      conversion: {
        hub,
        toHub: ({ spec }) => ({
          metadata: { name: 'another', uid: 'another', annotations: { kept: 'x' } },
          spec: { size: Number(spec.length) },
          apiVersion: 'v9',
        }),
        fromHub: ({ spec }) => ({ spec: { length: String(spec.size) } }),
      },
    })
    const object = {
      apiVersion: 'example.dev/v1beta1',
      kind: 'Widget',
      metadata: { name: 'a', uid: 'u', labels: { l: '1' }, annotations: { old: 'y' } },
      spec: { length: '5' },
      extra: 1,
    }
    expect(run('toHub', definition, object)).toEqual({
      apiVersion: 'example.dev/v1beta1',
      kind: 'Widget',
      metadata: { name: 'a', uid: 'u', annotations: { kept: 'x' } },
      spec: { size: 5 },
    })
    expect(run('fromHub', definition, { ...object, spec: { size: 5 } })).toMatchObject({
      metadata: { labels: { l: '1' }, annotations: { old: 'y' } },
      spec: { length: '5' },
    })
  })

  it('does not freeze what a host answers with', () => {
    const shared = { size: 1 }
    const definition = defineResource({ ...old, conversion: { ...conversion, toHub: () => ({ spec: shared }) } })
    const converted = run('toHub', definition, { metadata: {}, spec: { length: '1' } }) as ApiObject & { spec: object }
    expect(converted.spec).toEqual(shared)
    expect(converted.spec).not.toBe(shared)
  })

  it.each<[string, object, string]>([
    ['another group', { ...old, group: 'example.org' }, 'group must be that of conversion.hub, "example.dev"'],
    ['another kind', { ...old, kind: 'Gadget' }, 'kind must be that of conversion.hub, "Widget"'],
    ['another plural', { ...old, plural: undefined }, 'resource must be that of conversion.hub, "widgetry"'],
    ['another scope', { ...old, scope: 'Cluster' }, 'scope must be that of conversion.hub, "Namespaced"'],
    ['the version of the hub', { ...old, version: 'v1' }, 'version example.dev/v1 is that of conversion.hub'],
    [
      'a hub that is none',
      { ...old, version: 'v1alpha1', conversion: { ...conversion, hub: defineResource(old) } },
      'conversion.hub must not have a conversion itself',
    ],
    [
      'half a conversion',
      { ...old, conversion: { hub, toHub: conversion.toHub } },
      'conversion.fromHub must be a function, not undefined',
    ],
    ['a storage version of its own', { ...old, storageVersion: 'v1' }, 'storageVersion is said by conversion.hub'],
    [
      'a storage version that is no name',
      { ...common, version: 'v1', schema: size, storageVersion: 'V1' },
      'storageVersion must be a version such as v1, not "V1"',
    ],
    [
      'served that is neither',
      { ...common, version: 'v1', schema: size, served: 'no' },
      'served must be true or false, not "no"',
    ],
  ])('is refused with %s', (_, options, message) => {
    expect(() => defineResource(options as never)).toThrow(withErrorCode(new TypeError(message), 'resource-definition'))
  })
})

describe('a version that is off by default', () => {
  it('says so, and is in the registry until a server turns it off', () => {
    const definition = defineResource({ ...common, version: 'v1', schema: size, enabledByDefault: false })
    expect(definition.enabledByDefault).toBe(false)
    expect(definition).not.toHaveProperty('served')
  })
})

describe('a registry', () => {
  const registryOf = (...definitions: readonly unknown[]) => createRegistry(definitions as never, kubernetesVocabulary)

  it('knows versions that are not served, and does not return them', () => {
    const unserved = defineResource({ ...old, served: false })
    const registry = registryOf(hub, unserved)
    expect(registry.all).toEqual([hub])
    expect(registry.byGvr('example.dev', 'v1beta1', 'widgetry')).toBeUndefined()
    expect(registry.declared('example.dev', 'v1beta1', 'widgetry')).toBe(unserved)
    expect(registry.versionsOf(hub)).toEqual([hub, unserved])
    expect(registry.group('example.dev')?.versions).toHaveLength(1)
  })

  it('refuses a storage version that is not declared', () => {
    const other = defineResource({ ...common, version: 'v1', schema: size, storageVersion: 'v2' })
    expect(() => registryOf(other)).toThrow(
      new TypeError('example.dev/v2 is not a version of what is to be stored in it'),
    )
  })
})

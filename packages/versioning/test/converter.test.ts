import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createConverter, type ConvertibleVersion } from '../src/index.ts'

const storage = { group: 'example.dev', resource: 'widgets' }

function version(name: string, conversion?: ConvertibleVersion['conversion'], apiVersion?: string): ConvertibleVersion {
  return {
    group: 'example.dev',
    version: name,
    kind: 'Widget',
    storage: apiVersion === undefined ? storage : { ...storage, apiVersion },
    ...(conversion === undefined ? {} : { conversion }),
  }
}

function object(name: string, fields: object = {}): ApiObject {
  return { kind: 'Widget', apiVersion: `example.dev/${name}`, metadata: { name: 'a' }, ...fields } as ApiObject
}

/** A spoke that keeps the hub's `size` under another name. */
function spoke(field: string): NonNullable<ConvertibleVersion['conversion']> {
  const move = (fields: Record<string, unknown>, from: string, to: string): void => {
    if (fields[from] === undefined) return
    fields[to] = fields[from]
    delete fields[from]
  }
  return {
    toHub: (value) => move(value as never, field, 'size'),
    fromHub: (value) => move(value as never, 'size', field),
  }
}

const hubAndSpokes = [version('v1'), version('v1beta1', spoke('length')), version('v1alpha1', spoke('extent'))]

describe('a converter with a hub', () => {
  it.each([
    ['v1', 'v1beta1', { size: 1 }, { length: 1 }],
    ['v1beta1', 'v1', { length: 1 }, { size: 1 }],
    ['v1alpha1', 'v1beta1', { extent: 1 }, { length: 1 }],
    ['v1beta1', 'v1alpha1', { length: 1 }, { extent: 1 }],
  ])('turns %s into %s', async (from, to, given, wanted) => {
    const converter = createConverter(hubAndSpokes)
    const [converted] = await converter.convert([object(from, given)], `example.dev/${to}`)
    expect(converted).toEqual(object(to, wanted))
    expect(converter.convertNow(object(from, given), `example.dev/${to}`)).toEqual(object(to, wanted))
  })

  it('hands back what is of the version asked for, and changes nothing it is given', () => {
    const converter = createConverter(hubAndSpokes)
    const given = Object.freeze(object('v1', { size: 1 }))
    expect(converter.convertNow(given, 'example.dev/v1')).toBe(given)
    const converted = converter.convertNow(given, 'example.dev/v1beta1')
    expect(given).toEqual(object('v1', { size: 1 }))
    expect(Object.isFrozen(converted)).toBe(true)
    expect(Object.isFrozen(converted.metadata)).toBe(true)
  })

  it('stores the hub, or what is named', () => {
    expect(createConverter(hubAndSpokes).storageVersion).toBe('example.dev/v1')
    const named = [version('v1', undefined, 'example.dev/v1beta1'), version('v1beta1', spoke('length'))]
    expect(createConverter(named).storageVersion).toBe('example.dev/v1beta1')
  })

  it('knows its versions', () => {
    const converter = createConverter(hubAndSpokes)
    expect([converter.knows('example.dev/v1'), converter.knows('example.dev/v2')]).toEqual([true, false])
    expect(converter.isImmediate).toBe(true)
  })

  it.each([
    ['from', 'v9', 'v1'],
    ['to', 'v1', 'v9'],
  ])('fails %s an undeclared version', (_, from, to) => {
    expect(() => createConverter(hubAndSpokes).convertNow(object(from), `example.dev/${to}`)).toThrow(
      'Internal error occurred: conversion of objects of version example.dev/v9 is not known',
    )
  })
})

describe('a converter that is declared wrongly', () => {
  it.each<[string, readonly ConvertibleVersion[], string]>([
    ['nothing', [], 'a kind needs a version'],
    [
      'spokes without a hub',
      [version('v1', spoke('a')), version('v2', spoke('b'))],
      'example.dev/v1 and example.dev/v2 have no hub: a version without a conversion',
    ],
    [
      'two storage versions',
      [version('v1', undefined, 'example.dev/v1'), version('v2', undefined, 'example.dev/v2')],
      'objects cannot be stored in example.dev/v1 and in example.dev/v2 at once',
    ],
    [
      'a storage version of no kind',
      [version('v1', undefined, 'example.dev/v3'), version('v2')],
      'example.dev/v3 is not a version of what is to be stored in it',
    ],
  ])('is refused: %s', (_, versions, message) => {
    expect(() => createConverter(versions)).toThrow(new TypeError(message))
  })
})

describe('a converter without conversions', () => {
  it('renames, and nothing else', () => {
    const converter = createConverter([version('v1'), version('v2')])
    expect(converter.convertNow(object('v1', { size: 1 }), 'example.dev/v2')).toEqual(object('v2', { size: 1 }))
  })
})

describe('a converter of batches', () => {
  const answering = (answer: (objects: readonly ApiObject[], apiVersion: string) => readonly ApiObject[]) => {
    const asked: (readonly ApiObject[])[] = []
    const conversion = {
      convert: async (objects: readonly ApiObject[], apiVersion: string) => {
        asked.push(objects)
        return answer(objects, apiVersion)
      },
    }
    return { asked, converter: createConverter([version('v1', conversion), version('v2', conversion)]) }
  }
  const rename = (objects: readonly ApiObject[], apiVersion: string): readonly ApiObject[] =>
    objects.map((one) => ({ ...one, apiVersion }))

  it('asks once, for what is of another version only, and keeps the order', async () => {
    const { asked, converter } = answering(rename)
    const given = [object('v1', { n: 1 }), object('v2', { n: 2 }), object('v1', { n: 3 })]
    const converted = await converter.convert(given, 'example.dev/v2')
    expect(converted).toEqual([object('v2', { n: 1 }), object('v2', { n: 2 }), object('v2', { n: 3 })])
    expect(converted[1]).toBe(given[1])
    expect(asked).toEqual([[given[0], given[2]]])
  })

  it('does not ask where there is nothing to convert', async () => {
    const { asked, converter } = answering(rename)
    const given = [object('v2')]
    expect(await converter.convert(given, 'example.dev/v2')).toBe(given)
    expect(asked).toEqual([])
  })

  it('fails where the answer has not as many', async () => {
    const { converter } = answering(() => [])
    await expect(converter.convert([object('v1')], 'example.dev/v2')).rejects.toThrow(
      'Internal error occurred: conversion to example.dev/v2 answered 0 objects for 1',
    )
  })

  it('is not asked at once', () => {
    const { converter } = answering(rename)
    expect(converter.isImmediate).toBe(false)
    expect(() => converter.convertNow(object('v1'), 'example.dev/v2')).toThrow(TypeError)
  })
})

import { expect, it } from 'vitest'
import { compareObjects, type ShownObject } from './compare-objects.ts'

const shown = (resourceVersion: string, spec: object): ShownObject => ({
  metadata: { name: 'a', resourceVersion },
  spec,
})

it('finds objects that are missing or differ, and counts those that were written since', () => {
  const before = new Map([
    ['/same', shown('1', { a: 1 })],
    ['/differs', shown('1', { a: 1, b: { c: [1] } })],
    ['/missing', shown('1', {})],
    ['/written', shown('1', { a: 1 })],
  ])
  const found = new Map([
    ['/same', shown('1', { a: 1 })],
    ['/differs', shown('1', { b: { c: [1, 2] } })],
    ['/written', shown('2', { a: 2 })],
    ['/new', shown('3', {})],
  ])
  expect(compareObjects(before, found)).toEqual({
    lines: ['/differs differs: .spec.a was 1, is undefined; .spec.b.c.1 was undefined, is 2', '/missing is missing'],
    same: 1,
    changed: 1,
  })
})

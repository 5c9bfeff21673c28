import { FieldErrors } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { validateMapList } from '../src/validate-unique.ts'

it('a keyed list reports items that are no objects, but not null, whose type has been reported', () => {
  const errors = new FieldErrors()
  validateMapList([null, 5, { a: 1 }, { a: 1 }], ['a'], errors, 'spec.list')
  expect(errors.list.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'spec.list[1]: Invalid value: 5: must be an object for an array of list-type map',
    'spec.list[3]: Duplicate value: {"a":1}',
  ])
})

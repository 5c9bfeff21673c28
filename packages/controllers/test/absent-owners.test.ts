import { expect, it } from 'vitest'
import { createAbsentOwners } from '../src/garbage-collector/absent-owners.ts'
import type { ObjectIdentity } from '../src/garbage-collector/object-identity.ts'

const owner = (name: string): ObjectIdentity => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: `uid-${name}`,
  namespace: 'default',
})

it('absent owners are kept up to a limit, the most recently used ones, until they are observed', () => {
  const absent = createAbsentOwners(2)
  const known = (): readonly boolean[] => ['a', 'b', 'c'].map((name) => absent.has(owner(name)))
  absent.add(owner('a'))
  absent.add(owner('b'))
  expect(absent.has(owner('a'))).toBe(true)
  absent.add(owner('c'))
  expect(known()).toEqual([true, false, true])
  expect(absent.has({ ...owner('a'), namespace: '' })).toBe(false)
  expect(absent.has({ ...owner('a'), uid: 'other' })).toBe(false)
  absent.remove(owner('a'))
  expect(known()).toEqual([false, false, true])
})

import * as fc from 'fast-check'
import type { Scope } from './model.ts'

export interface Place {
  readonly namespace: string
  readonly name: string
}

/** Labels and data that are written; null takes away, in a patch. */
export interface Content {
  readonly tier: string | null | undefined
  readonly values: Readonly<Record<string, string | null>>
}

/** Something a client does. */
export type Operation =
  | {
      readonly op: 'create'
      readonly at: Place
      readonly content: Content
      readonly held: boolean
      readonly dryRun: boolean
    }
  | {
      readonly op: 'update'
      readonly at: Place
      readonly content: Content
      readonly from: 'newest' | 'stale' | 'none'
      readonly dryRun: boolean
    }
  | {
      readonly op: 'patch'
      readonly at: Place
      readonly content: Content
      readonly type: 'merge' | 'strategic' | 'json'
    }
  | { readonly op: 'release'; readonly at: Place }
  | { readonly op: 'delete'; readonly at: Place; readonly only: 'always' | 'right' | 'other uid' | 'stale' }
  | { readonly op: 'deleteCollection'; readonly scope: Scope }
  | {
      readonly op: 'list'
      readonly scope: Scope
      readonly freshness: 'newest' | 'any' | 'exact' | 'notOlderThan'
      readonly pick: number
    }
  | { readonly op: 'openPages'; readonly scope: Scope; readonly limit: number }
  | { readonly op: 'nextPage'; readonly pick: number }
  | { readonly op: 'watch'; readonly scope: Scope; readonly from: 'unset' | 'any' | 'version'; readonly pick: number }
  | { readonly op: 'resume'; readonly pick: number }
  | { readonly op: 'race'; readonly at: Place; readonly writers: number }
  | { readonly op: 'wait'; readonly seconds: number }
  | { readonly op: 'jump'; readonly seconds: number }

const place = fc.record({
  namespace: fc.constantFrom('default', 'team'),
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
})
const tier = fc.constantFrom('front', 'back', undefined)
const values = fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('1', '2', '3'), { maxKeys: 3 })
const content = fc.record({ tier, values })
const change = fc.record({
  tier: fc.constantFrom('front', 'back', null, undefined),
  values: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('1', '2', null), { maxKeys: 2 }),
})
// One namespace of each collection is deleted at a time.
const scope = fc.record({
  namespace: fc.constantFrom('default', 'team', ''),
  tier: fc.constantFrom('front', 'back', undefined, undefined),
})
const namespaced = fc.record({
  namespace: fc.constantFrom('default', 'team'),
  tier: fc.constantFrom('front', undefined),
})
const pick = fc.nat(1000)
const rarely = fc.nat(9).map((number) => number === 0)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ op: fc.constant('create' as const), at: place, content, held: rarely, dryRun: rarely }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('update' as const),
      at: place,
      content,
      from: fc.constantFrom('newest', 'newest', 'stale', 'none'),
      dryRun: rarely,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('patch' as const),
      at: place,
      content: change,
      type: fc.constantFrom('merge', 'strategic', 'json'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('release' as const), at: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('delete' as const),
      at: place,
      only: fc.constantFrom('always', 'always', 'right', 'other uid', 'stale'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('deleteCollection' as const), scope: namespaced }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('list' as const),
      scope,
      freshness: fc.constantFrom('newest', 'any', 'exact', 'notOlderThan'),
      pick,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('openPages' as const), scope, limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('nextPage' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('watch' as const),
      scope,
      from: fc.constantFrom('unset', 'any', 'version', 'version'),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('resume' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('race' as const), at: place, writers: fc.integer({ min: 2, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 61, 130, 310) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('jump' as const), seconds: fc.constantFrom(-86_400, -60, 3600) }),
  },
) as fc.Arbitrary<Operation>

/** A life of a server. */
export const operations: fc.Arbitrary<readonly Operation[]> = fc.array(operation, {
  minLength: 1,
  maxLength: 120,
  size: 'max',
})

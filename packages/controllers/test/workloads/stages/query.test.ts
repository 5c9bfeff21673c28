import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../src/workloads/stages/query/parse-query.ts'
import { runQuery } from '../../../src/workloads/stages/query/run-query.ts'

const object = {
  metadata: { annotations: { 'example.dev/wait': '5s' }, finalizers: ['a', 'b'] },
  status: {
    phase: 'Running',
    restarts: 3,
    conditions: [
      { type: 'Ready', status: 'False' },
      { type: 'Initialized', status: 'True' },
    ],
  },
}

describe('a query', () => {
  it.each<[query: string, expected: readonly unknown[] | undefined]>([
    ['.', [object]],
    ['.status.phase', ['Running']],
    ['.status["phase"]', ['Running']],
    ['.status."phase"', ['Running']],
    ['.metadata.annotations["example.dev/wait"]', ['5s']],
    ['.metadata.finalizers[]', ['a', 'b']],
    ['.metadata.finalizers.[]', ['a', 'b']],
    ['.metadata.finalizers[0], .status'.slice(0, 23), ['a']],
    ['.metadata.finalizers[-1]', ['b']],
    ['.metadata.finalizers[7]', [null]],
    ['.spec.missing.field', [null]],
    ['.spec.items[]', undefined],
    ['.spec.items[]?', []],
    ['.status.phase.name', undefined],
    ['.status.conditions[] | select(.type == "Ready") | .status', ['False']],
    ['.status.conditions.[] | select( .type != "Ready" ) | .status', ['True']],
    ['.status.conditions[] | select(.type == "Ready" and .status == "True")', []],
    ['.status.conditions[] | select(.type == "Other" or .status == "True") | .type', ['Initialized']],
    ['.status.restarts == 3', [true]],
    ['(.status.phase // "Pending") == "Pending"', [false]],
    ['.status.reason // "none"', ['none']],
    ['null', [null]],
    ['true', [true]],
  ])('%s', (query, expected) => {
    expect(runQuery(parseQuery(query), object)).toEqual(expected)
  })

  it.each([
    ['.a | length', '"length" is not supported'],
    ['.a | test("b")', '"test" is not supported'],
    ['.a + 1', '"+ 1" is not supported'],
    ['.a, .b', '", .b" is not supported'],
    ['.a[1:2]', '":2]" is not supported'],
    ['.a[.b]', '"." in brackets is not supported'],
    ['.a > 1', '"> 1" is not supported'],
    ['"\\(.a)"', 'string interpolation is not supported'],
    ['{a: 1}', '"{a: 1}" is not supported'],
    ['', '"the end" is not supported'],
    ['(.a', '"the end" instead of ")" is not supported'],
    [`${'('.repeat(60)}.${')'.repeat(60)}`, 'the query is nested too deep'],
  ])('%s is refused', (query, message) => {
    expect(() => parseQuery(query)).toThrow(message)
  })

  it('does not read what an object inherits', () => {
    expect(runQuery(parseQuery('.constructor.name'), {})).toEqual([null])
  })

  it('yields nothing where it would yield too much', () => {
    const items = Array.from({ length: 200 }, () => ({ list: Array.from({ length: 200 }, () => 1) }))
    expect(runQuery(parseQuery('.[].list[]'), items)).toBeUndefined()
  })
})

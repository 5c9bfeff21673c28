import { describe, expect, it } from 'vitest'
import { boolType, createEnvironment, intType, listType, mapType, optionals, stringType } from '../src/index.ts'

const variables = {
  a: boolType,
  b: boolType,
  x: intType,
  text: stringType,
  list: listType(intType),
  map: mapType(stringType, listType(intType)),
}
const environment = createEnvironment({ libraries: [optionals()], variables })
const values = { a: true, b: false, x: 2, text: 'x'.repeat(500), list: [1, 2, 3], map: { k: [1] } }

/** Expressions with what they cost under the rules of cel-go for optimized programs. */
const costs: readonly (readonly [expression: string, cost: number])[] = [
  ['1', 0],
  ['x', 1],
  ['map.k', 2],
  ['map["k"]', 2],
  ['list[x]', 2],
  ['list[x - 1]', 4],
  ['list[0]', 2],
  ['[x][0]', 13],
  ['map.k[0] == 1', 4],
  ['map.?k', 2],
  ['map[?"k"]', 2],
  ['has(map.k)', 2],
  ['a && b', 2],
  ['b && a', 1],
  ['a || b', 1],
  ['!a', 2],
  ['x + 1', 2],
  ['a ? x : 1', 1],
  ['a ? map.k : []', 2],
  ['(a ? map : {}).k', 2],
  ['a ? x + 1 : 0', 3],
  ['[x, 1]', 11],
  ['{"a": x}', 31],
  ['google.protobuf.Int64Value{value: x}', 41],
  ['[1, 2, 3]', 0],
  ['{"a": 1}', 0],
  ['int("1") + 1', 1],
  ['type(x) == int', 3],
  ['text == text', 52],
  ['text < text', 52],
  ['text + text', 102],
  ['text.startsWith("a")', 51],
  ['text.contains("aaaaaaaaaaa")', 101],
  ['text.matches("[0-9]")', 103],
  ['bytes(text).size()', 52],
  ['size(text)', 2],
  ['x in list', 5],
  ['x in [1, 2, 3]', 1],
  ['"k" in map', 2],
  ['list.all(i, i > 0)', 17],
  ['list.all(i, i > 2)', 9],
  ['list.exists(i, i == 3)', 20],
  ['list.exists_one(i, i == 3)', 11],
  ['list.map(i, i)', 41],
  ['list.filter(i, i > 1)', 34],
  ['list == list', 3],
  ['optional.of(x).orValue(1)', 3],
]

describe('costs of evaluations', () => {
  it.each(costs)('%s costs %i', (expression, cost) => {
    const outcome = environment.compile(expression).evaluate(values)
    expect(outcome.error).toBeUndefined()
    expect(outcome.cost).toBe(cost)
  })

  it('has tests of presence for free where an environment says so', () => {
    const free = createEnvironment({ variables, presenceTestsCost: false })
    expect(free.compile('has(map.k)').evaluate(values).cost).toBe(1)
  })

  it('counts what was evaluated before an error', () => {
    const { error, cost } = environment.compile('x + 1 == 3 && list[7] == 1').evaluate(values)
    expect(error?.message).toBe('index out of bounds: 7')
    expect(cost).toBe(5)
  })
})

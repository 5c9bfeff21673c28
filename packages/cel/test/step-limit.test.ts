import { describe, expect, it } from 'vitest'
import {
  createEnvironment,
  createKubernetesEnvironment,
  declareFunction,
  declareStruct,
  dynType,
  intType,
  keyedListType,
  listType,
  lists,
  math,
  overload,
  setType,
  stringType,
  structType,
  type EvaluationLimits,
} from '../src/index.ts'

const environment = createKubernetesEnvironment({
  variables: {
    text: stringType,
    pattern: stringType,
    texts: listType(stringType),
    numbers: listType(intType),
    few: listType(intType),
    objects: listType(dynType),
    map: dynType,
  },
})

const objects = Array.from({ length: 500 }, (_, index) => ({ a: { b: [index, index] } }))
const variables = {
  text: 'a'.repeat(200_000),
  pattern: 'a{900}',
  texts: Array.from({ length: 20_000 }, (_, index) => `k${index}`),
  numbers: Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011),
  few: Array.from({ length: 1_000 }, (_, index) => index),
  objects,
  map: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
}

const ended = /^operation cancelled: actual (step|cost) limit exceeded$/

/** Expressions that would run for seconds to hours. */
const bombs: readonly string[] = [
  'few.all(a, few.all(b, few.all(c, a + b + c >= 0)))',
  'few.all(i, text.size() > 0)',
  "few.all(i, text.charAt(5) != 'b')",
  "few.all(i, text.indexOf('b', 199999) == -1)",
  "few.all(i, text.lastIndexOf('b') == -1)",
  "few.all(i, text.substring(199990) != '')",
  "few.all(i, text.lowerAscii() != '')",
  "few.all(i, strings.quote(text) != '')",
  'few.all(i, bytes(text).size() > 0)',
  "text.findAll('a').size() > 0",
  "text.findAll('').size() > 0",
  "text.matches('(x+x+)+y')",
  "text.find('a{90}b') == ''",
  'texts.all(t, !t.matches(pattern))',
  "texts.all(t, t.find(pattern) == '')",
  "'%s'.format([texts]) != ''",
  "'%s'.format([numbers]) != ''",
  "'%s'.format([map]) != ''",
  "few.all(i, '%s'.format([objects]) != '')",
  "texts.all(t, '%.255f'.format([1.0e-300]) != '')",
  "few.all(i, '%x'.format([text]) != '')",
  "text.replace('', 'bbbbbbbbbbbbbbbbbbbbbbbb') != ''",
  "text.replace('a', text) != ''",
  "text.split('').join(text) != ''",
  "few.all(i, text.split('').size() > 0)",
  'few.all(i, texts.join(text) == text)',
  'few.all(i, numbers.sort().size() > 0)',
  'few.all(i, numbers.reverse().size() > 0)',
  'few.all(i, numbers.distinct().size() > 0)',
  'few.all(i, numbers.slice(0, 20000).size() > 0)',
  'few.all(i, [numbers].flatten().size() > 0)',
  'few.all(i, sets.contains(texts, texts))',
  'sets.equivalent(objects, objects)',
  "few.all(i, !sets.intersects(objects, [{'a': 1}]))",
  'objects.all(o, o in objects)',
  'objects.all(a, objects.exists(b, a == b))',
  'few.all(i, objects == objects.map(o, o))',
  'few.all(i, objects.indexOf(1) == -1)',
  'few.all(i, map.size() > 0)',
  'lists.range(900000).map(i, i).size() > 0',
]

describe('the limit of steps', () => {
  it.each(bombs)('ends %s', (expression) => {
    const { error } = environment.compile(expression).evaluate(variables, { costLimit: 100_000, stepLimit: 500_000 })
    expect(error?.message).toMatch(ended)
    expect(error?.cancelled).toBe(true)
  })

  it.each(bombs.slice(0, 2))('ends %s without a limit of costs', (expression) => {
    const { error } = environment.compile(expression).evaluate(variables)
    expect(error?.message).toBe('operation cancelled: actual step limit exceeded')
  })

  it('ends sets and keyed lists whose elements are told apart by comparing them', () => {
    const pairs = Array.from({ length: 4_000 }, (_, index) => ({ k: { n: index }, v: index }))
    const list = createEnvironment({
      structs: [declareStruct('Pair', { k: dynType, v: intType })],
      variables: { set: setType(dynType), keyed: keyedListType(structType('Pair'), ['k']) },
    })
    for (const expression of ['set == set + set', 'set + set == set', 'keyed == keyed + keyed']) {
      const { error } = list.compile(expression).evaluate({ set: pairs, keyed: pairs })
      expect(error?.message).toMatch(ended)
    }
  })

  it('is what the host says', () => {
    const program = createEnvironment({ libraries: [lists(), math()] }).compile(
      'math.greatest(lists.range(100).map(i, i * 2)) == 198',
    )
    const outcome = (limits: EvaluationLimits): unknown => program.evaluate({}, limits).error?.message
    expect(outcome({})).toBeUndefined()
    expect(outcome({ stepLimit: 10_000 })).toBeUndefined()
    expect(outcome({ stepLimit: 100 })).toBe('operation cancelled: actual step limit exceeded')
    expect(outcome({ stepLimit: Infinity })).toBeUndefined()
  })

  it('counts what functions of the host say', () => {
    const program = createEnvironment({
      functions: [
        declareFunction(
          'spin',
          overload('spin_int', [intType], intType, (count, context) => {
            context.iterate(Number(count))
            return count
          }),
        ),
      ],
    }).compile('spin(1000)')
    expect(program.evaluate({}, { stepLimit: 1_000 }).value).toBe(1000)
    expect(program.evaluate({}, { stepLimit: 999 }).error?.message).toBe(
      'operation cancelled: actual step limit exceeded',
    )
  })

  it('leaves room for large objects', () => {
    for (const expression of [
      "text.matches('^a+$')",
      "text.replace('a', 'b') != ''",
      'few.sort()[0] == 0',
      "texts.join(',') != ''",
      'objects == objects',
      "'%s'.format([few]) != ''",
    ]) {
      const { error } = environment.compile(expression).evaluate(variables)
      expect(error, expression).toBeUndefined()
    }
  })
})

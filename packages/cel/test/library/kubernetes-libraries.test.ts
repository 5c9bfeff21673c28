import { describe, expect, it } from 'vitest'
import {
  compatibilityVersion,
  createEnvironment,
  intType,
  kubernetesCosts,
  kubernetesLibraries,
  listType,
  stringType,
} from '../../src/index.ts'

/** Expressions with the first version of Kubernetes that compiles them. */
const introduced: readonly (readonly [expression: string, minor: number])[] = [
  ["'a'.find('a')", 0],
  ["url('/a').getHost()", 0],
  ['[1].sum()', 0],
  ["'a'.charAt(0)", 0],
  ['optional.of(1).hasValue()', 28],
  ["isQuantity('1')", 28],
  ["'%s'.format(['a'])", 29],
  ['sets.contains([1], [1])', 29],
  ["isIP('::1')", 30],
  ["isCIDR('::/0')", 30],
  ["format.dns1123Label().validate('a').hasValue()", 31],
  ['[1].exists(index, value, value == 1)', 32],
  ["isSemver('1.2.3')", 33],
  ['[2, 1].sort()', 34],
]

const missing = [
  "'abc'.reverse()",
  "jsonpatch.escapeKey('a')",
  'math.greatest(1, 2)',
  '[1].includes(1)',
  'cel.bind(x, 1, x)',
]

const compiles = (expression: string, version: string): boolean => {
  try {
    createEnvironment({ libraries: kubernetesLibraries(version) }).compile(expression)
    return true
  } catch {
    return false
  }
}

describe('libraries of a version of Kubernetes', () => {
  it.each(introduced)('%s compiles from 1.%i', (expression, minor) => {
    expect(compiles(expression, `1.${minor}`)).toBe(true)
    expect(compiles(expression, 'v1.36.3')).toBe(true)
    if (minor > 0) expect(compiles(expression, `1.${minor - 1}`)).toBe(false)
  })

  it.each(missing)('%s does not compile', (expression) => {
    expect(compiles(expression, '1.36')).toBe(false)
  })

  it('holds new expressions to the version before', () => {
    expect(compatibilityVersion('v1.36.3')).toBe('1.35')
    expect(compiles('[2, 1].sort()', compatibilityVersion('1.34'))).toBe(false)
  })

  it('refuses what is no version', () => {
    expect(() => kubernetesLibraries('latest')).toThrow(TypeError)
  })
})

/** Expressions over a text of 100 characters and lists of five with the cost of the one call; variables cost 1. */
const costs: readonly (readonly [expression: string, cost: number])[] = [
  ['text.lowerAscii()', 10],
  ['text.substring(1)', 10],
  ['text.trim()', 10],
  ["text.replace('x', 'y')", 20],
  ["text.split('x')", 20],
  ["texts.join(',')", 3],
  ["text.indexOf('x')", 10],
  ["text.find('[a-z]+')", 22],
  ["text.findAll('[a-z]+', 1)", 22],
  ['isURL(text)', 1],
  ['isIP(text)', 10],
  ['isCIDR(text)', 10],
  ['isQuantity(text)', 10],
  ['isSemver(text)', 10],
  ['format.dns1123Label().validate(text).hasValue()', 90],
  ['numbers.sum()', 5],
  ['numbers.max()', 5],
  ['texts.isSorted()', 0],
  ['numbers.slice(1, 3)', 13],
  ['numbers.reverse()', 16],
  ['numbers.distinct()', 61],
  ['numbers.sort()', 61],
  ['texts.sort()', 63],
  ['lists.range(numbers[0])', 13],
  ['sets.contains(numbers, numbers)', 26],
  ['sets.equivalent(numbers, numbers)', 51],
]

describe('costs of calls of the libraries', () => {
  const environment = createEnvironment({
    libraries: kubernetesLibraries('1.36'),
    costs: kubernetesCosts,
    variables: { text: stringType, texts: listType(stringType), numbers: listType(intType) },
  })
  const values = { text: 'x'.repeat(100), texts: ['aaa', 'b', 'c', 'dddd', 'e'], numbers: [1, 2, 3, 4, 5] }

  it.each(costs)('%s costs %i more than its variables', (expression, cost) => {
    const outcome = environment.compile(expression).evaluate(values)
    expect(outcome.error).toBeUndefined()
    const variables = expression.match(/\b(?:text|texts|numbers)\b/g) ?? []
    expect(outcome.cost - variables.length).toBe(cost)
  })
})

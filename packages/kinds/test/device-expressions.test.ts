import { FieldErrors } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createDeviceExpressions } from '../src/resource/device-expression.ts'

const validate = createDeviceExpressions({ product: 'example' })

function errorsOf(expression: string, check = validate, isStored = false): readonly string[] {
  const errors = new FieldErrors()
  check(expression, 'selector', errors, isStored)
  return errors.list.map(({ message }) => message)
}

const tens = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
const sixfold = ['a', 'b', 'c', 'd', 'e', 'f'].reduceRight((inner, name) => `${tens}.all(${name}, ${inner})`, 'f > 0')

describe('an expression that selects devices', () => {
  it.each([
    "device.driver == 'a'",
    "device.attributes['d'].x == 'a'",
    "device.attributes['d'].x",
    "device.attributes['d'].x.isGreaterThan(semver('1.0.0'))",
    "device.capacity['d'].mem.compareTo(quantity('1')) >= 0",
    'device.allowMultipleAllocations',
    "cel.bind(d, device.attributes['d'], d.x == 'a' && d.y)",
    "device.attributes['d'].?x.orValue('y') == 'z'",
    "device.attributes.exists(k, v, v.exists(n, w, w == 'a'))",
    'device.attributes.all(k, device.attributes.all(l, device.attributes.all(m, k != l || l != m)))',
    'device.driver.contains(device.driver)',
  ])('may be %s', (expression) => {
    expect(errorsOf(expression)).toEqual([])
  })

  it.each([
    ['device.driver', '"device.driver": must evaluate to bool or the unknown type, not string'],
    ['dyn(true)', '"dyn(true)": must evaluate to bool or the unknown type, not dyn'],
    [
      'device.attributes',
      '"device.attributes": must evaluate to bool or the unknown type, not map(string, map(string, google.protobuf.Any))',
    ],
    [
      'device.foo == 1',
      '"device.foo == 1": compilation failed: ERROR: <input>:1:7: undefined field \'foo\'\n | device.foo == 1\n | ......^',
    ],
    [
      "device.capacity['d'].mem == 3",
      "\"device.capacity['d'].mem == 3\": compilation failed: ERROR: <input>:1:26: found no matching overload for '_==_' applied to '(kubernetes.Quantity, int)'\n | device.capacity['d'].mem == 3\n | .........................^",
    ],
  ])('may not be %s', (expression, detail) => {
    expect(errorsOf(expression)).toEqual([`Invalid value: ${detail}`])
  })

  it('may use the functions of the compatible release, and every function where it is stored', () => {
    const older = createDeviceExpressions({ product: 'example', compatibleRelease: '1.33' })
    const expression = 'lists.range(2).size() == 2'
    expect(errorsOf(expression)).toEqual([])
    expect(errorsOf(expression, older)).toEqual([
      expect.stringContaining("undeclared reference to 'lists' (in container '')"),
    ])
    expect(errorsOf(expression, older, true)).toEqual([])
  })

  it('has an error of the server where a constant does not parse', () => {
    expect(errorsOf("int('x') == 1")).toEqual([
      "Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
    ])
  })

  it('may not cost more than a million', () => {
    expect(errorsOf(sixfold)).toEqual(['Forbidden: too complex, exceeds cost limit'])
    expect(errorsOf(`${tens}.all(a, ${tens}.all(b, a + b > 0))`)).toEqual([])
  })
})

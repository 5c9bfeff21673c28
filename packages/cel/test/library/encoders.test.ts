import { expect, it } from 'vitest'
import { createEnvironment, encoders } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [encoders()] })

it.each<[expression: string, value: unknown]>([
  ["base64.encode(b'hello')", 'aGVsbG8='],
  ["base64.encode(b'')", ''],
  ["base64.encode(b'\\xff\\xfe')", '//4='],
  ["base64.decode('aGVsbG8=') == b'hello'", true],
  ["base64.decode('aGVsbG8') == b'hello'", true],
  ["base64.decode('') == b''", true],
  ["base64.decode(base64.encode(b'Hello World!')) == b'Hello World!'", true],
])('%s is %s', (expression, value) => {
  expect(environment.compile(expression).evaluate().value).toBe(value)
})

it.each(['a', 'a=', 'aGVsbG8*', 'aG=Vsb', 'aGVsbG8==', '===='])('%s is no Base64', (text) => {
  expect(environment.compile(`base64.decode('${text}')`).evaluate().error?.message).toBe('illegal base64 data')
})

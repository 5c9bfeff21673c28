import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withResourceVersion } from '@pinnace/watch-cache'

function stamp(json: string, revision = 7n): string {
  return Buffer.from(withResourceVersion(Buffer.from(json), revision)).toString()
}

describe('withResourceVersion', () => {
  const rows: readonly (readonly [name: string, json: string, expected: string])[] = [
    ['replaces it', '{"metadata":{"resourceVersion":"123"}}', '{"metadata":{"resourceVersion":"7"}}'],
    [
      'finds it behind other members',
      '{"a":[1,{"b":"]"}],"metadata":{"name":"x","resourceVersion":"1"},"z":0}',
      '{"a":[1,{"b":"]"}],"metadata":{"name":"x","resourceVersion":"7"},"z":0}',
    ],
    [
      'leaves others of that name alone',
      '{"resourceVersion":"1","spec":{"metadata":{"resourceVersion":"1"}},"metadata":{"o":{"resourceVersion":"1"},"resourceVersion":"1"}}',
      '{"resourceVersion":"1","spec":{"metadata":{"resourceVersion":"1"}},"metadata":{"o":{"resourceVersion":"1"},"resourceVersion":"7"}}',
    ],
    [
      'is not fooled by text',
      '{"a":"\\"metadata\\":{\\"resourceVersion\\":\\"1\\"","metadata":{"b":"\\\\","resourceVersion":"1"}}',
      '{"a":"\\"metadata\\":{\\"resourceVersion\\":\\"1\\"","metadata":{"b":"\\\\","resourceVersion":"7"}}',
    ],
    [
      'reads over white space',
      ' { "metadata" : { "n" : null , "resourceVersion" : "1" } } ',
      ' { "metadata" : { "n" : null , "resourceVersion" : "7" } } ',
    ],
    ['leaves an object without it as it is', '{"metadata":{"name":"x"}}', '{"metadata":{"name":"x"}}'],
    ['leaves an object without metadata as it is', '{"kind":"X"}', '{"kind":"X"}'],
    ['leaves what is no object as it is', '[1]', '[1]'],
    ['leaves nothing as it is', '', ''],
    [
      'leaves a version that is no text as it is',
      '{"metadata":{"resourceVersion":1}}',
      '{"metadata":{"resourceVersion":1}}',
    ],
  ]
  for (const [name, json, expected] of rows) {
    it(name, () => expect(stamp(json)).toBe(expected))
  }

  it('has the result of parsing an object, setting the version and formatting it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (object, metadata) => {
          const whole = { ...object, metadata: { ...metadata, resourceVersion: '1' } }
          const expected = { ...object, metadata: { ...metadata, resourceVersion: '99' } }
          expect(stamp(JSON.stringify(whole), 99n)).toBe(JSON.stringify(expected))
        },
      ),
    )
  })
})

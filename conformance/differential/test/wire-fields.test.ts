import { describe, expect, it } from 'vitest'
import { readFields } from '../judge/wire-fields.ts'

describe('readFields', () => {
  it.each([
    [
      'a number and text',
      '08960112026869',
      [
        [1, 150],
        [2, 'hi'],
      ],
    ],
    [
      'a message in a message',
      '0a0408011001',
      [
        [
          1,
          [
            [1, 1],
            [2, 1],
          ],
        ],
      ],
    ],
    ['an object in its envelope', '6b3873000a0161', [[1, 'a']]],
    ['a negative number', '08ffffffffffffffffff01', [[1, -1]]],
    [
      'fixed numbers',
      '0900000000000000011500000001',
      [
        [1, '0000000000000001'],
        [2, '00000001'],
      ],
    ],
    ['no bytes', '0a00', [[1, '']]],
    ['bytes that are neither text nor a message', '0a02ff00', [[1, 'ff00']]],
  ])('reads %s', (_what, hex, fields) => {
    expect(readFields(Buffer.from(hex, 'hex'))).toEqual(fields)
  })

  it.each([
    ['', '0a05ab'],
    ['', '08ff'],
    ['', '00'],
    ['', 'ffff'],
  ])('%sreads no message from %s', (_what, hex) => {
    expect(readFields(Buffer.from(hex, 'hex'))).toBeUndefined()
  })
})

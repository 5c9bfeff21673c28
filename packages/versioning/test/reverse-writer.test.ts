import { describe, expect, it } from 'vitest'
import { ReverseWriter } from '../src/index.ts'

describe('ReverseWriter', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [127, [127]],
    [128, [0x80, 1]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 1]],
    [2 ** 31, [0x80, 0x80, 0x80, 0x80, 8]],
    [Number.MAX_SAFE_INTEGER, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('writes %d as a varint', (value, bytes) => {
    const writer = new ReverseWriter(4)
    writer.varint(value)
    expect([...writer.finish()]).toEqual(bytes)
  })

  it.each([
    [0n, [0]],
    [-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
    [-(2n ** 63n), [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]],
    [2n ** 63n - 1n, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    [300, [0xac, 2]],
  ])('writes %d as an integer of 64 bits', (value, bytes) => {
    const writer = new ReverseWriter(1)
    writer.integer(value)
    expect([...writer.finish()]).toEqual(bytes)
  })

  it.each(['', 'a', 'x'.repeat(40), 'x'.repeat(41), `${'x'.repeat(39)}é`, 'é', '\ud800', '漢'.repeat(50)])(
    'writes text as UTF-8: %s',
    (text) => {
      const writer = new ReverseWriter(1)
      writer.text('after')
      writer.text(text)
      expect(writer.finish()).toEqual(Buffer.from(`${text}after`))
    },
  )

  it('is empty once its bytes were taken, which stay as they are', () => {
    const writer = new ReverseWriter(8)
    writer.text('one')
    const taken = writer.take()
    writer.text('two')
    expect(taken.toString()).toBe('one')
    expect(writer.take().toString()).toBe('two')
    expect(writer.position).toBe(0)
  })

  it('keeps its bytes when it grows', () => {
    const writer = new ReverseWriter(1)
    for (const text of ['one', 'ä', 'x'.repeat(1000), '\u{1f600}']) writer.text(text)
    expect(writer.finish().toString()).toBe(`\u{1f600}${'x'.repeat(1000)}äone`)
    expect(writer.position).toBe(4 + 1000 + 2 + 3)
  })

  it('writes doubles', () => {
    const writer = new ReverseWriter(1)
    writer.double(0.5)
    expect(writer.finish().readDoubleLE()).toBe(0.5)
  })
})

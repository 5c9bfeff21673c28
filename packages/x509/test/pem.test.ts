import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPem, readPemBlocks } from '../src/index.ts'

describe('PEM', () => {
  const types = (text: string): string[] => [...readPemBlocks(text)].map(({ type }) => type)

  it('reads back what it wrote', () => {
    const bytes = createHash('sha512').update('x').digest()
    const [block] = readPemBlocks(formatPem('A B', bytes))
    expect(block).toMatchObject({ type: 'A B', bytes })
  })

  it('returns the headers of a block', () => {
    const [block] = readPemBlocks('-----BEGIN X-----\nA: b\nC:d\n\nAAAA\n-----END X-----\n')
    expect([...block!.headers]).toEqual([
      ['A', 'b'],
      ['C', 'd'],
    ])
  })

  it('skips malformed blocks', () => {
    const good = '-----BEGIN X-----\nAAAA\n-----END X-----\n'
    expect(types(`-----BEGIN Y-----\nA!\n-----END Y-----\n${good}`)).toEqual(['X'])
    expect(types(`-----BEGIN Y-----\nAAAA\n-----END Z-----\n${good}`)).toEqual(['X'])
    expect(types(`-----BEGIN Y\nAAAA\n${good}`)).toEqual(['X'])
    expect(types('-----BEGIN X-----\nAAAA\n')).toEqual([])
    expect(types('text -----BEGIN X-----\nAAAA\n-----END X-----')).toEqual([])
    expect(types('-----BEGIN X-----\n-----END X-----\n')).toEqual(['X'])
  })

  it('is parsed in time linear in its length', () => {
    const lines = 50_000
    expect(types('-----BEGIN X-----\n'.repeat(lines))).toEqual([])
    expect(types('-----BEGIN X:-----\n'.repeat(lines))).toEqual([])
    expect(types(`${'-----BEGIN X-----\n'.repeat(lines)}-----END Y-----\n`)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { joinItems } from '../../src/http/join-items.ts'
import { ListBodies } from '../../src/http/list-bodies.ts'

const megabyte = (): readonly Uint8Array[] => [Buffer.alloc(1_048_576)]

describe('kept lists', () => {
  it('are the same bytes until something has changed', () => {
    const bodies = new ListBodies(4 * 1_048_576)
    const first = bodies.get('pods', 7n, megabyte)
    expect(bodies.get('pods', 7n, megabyte) === first).toBe(true)
    expect(bodies.get('pods', 8n, megabyte) === first).toBe(false)
  })

  it('are cached separately for each list', () => {
    const bodies = new ListBodies(4 * 1_048_576)
    expect(bodies.get('pods', 7n, megabyte) === bodies.get('nodes', 7n, megabyte)).toBe(false)
  })

  it('are evicted least recently used first', () => {
    const bodies = new ListBodies(2 * 1_048_576)
    const a = bodies.get('a', 1n, megabyte)
    const b = bodies.get('b', 1n, megabyte)
    expect(bodies.get('a', 1n, megabyte) === a).toBe(true)
    bodies.get('c', 1n, megabyte)
    expect(bodies.get('a', 1n, megabyte) === a).toBe(true)
    expect(bodies.get('b', 1n, megabyte) === b).toBe(false)
  })

  it.each([10, 3 * 1_048_576])('are not kept with %i bytes, too few or too many', (length) => {
    const bodies = new ListBodies(2 * 1_048_576)
    const make = (): readonly Uint8Array[] => [Buffer.alloc(length)]
    expect(bodies.get('a', 1n, make) === bodies.get('a', 1n, make)).toBe(false)
  })
})

describe('a page', () => {
  it('is asked for again until something has changed', () => {
    const bodies = new ListBodies(4 * 1_048_576)
    expect([7n, 7n, 8n, 8n].map((revision) => bodies.isAskedAgain('page', revision))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(bodies.isAskedAgain('another page', 8n)).toBe(false)
  })
})

describe('joined items', () => {
  const join = (texts: readonly string[], skip: number): string =>
    Buffer.concat(
      joinItems(
        texts.map((text) => ({ value: Buffer.from(text) })),
        skip,
        ']}',
      ),
    ).toString()

  it.each([0, 1, 2, 3, 200])('of %i objects are the array they make', (count) => {
    const texts = Array.from({ length: count }, (_, index) => JSON.stringify({ a: 'x'.repeat(index * 37), index }))
    expect(JSON.parse(`[${join(texts, 0).slice(0, -2)}]`)).toEqual(texts.map((text) => JSON.parse(text) as unknown))
  })

  it.each([1, 2, 3, 1_000])('of %i objects leave out what every one begins with', (count) => {
    const texts = Array.from(
      { length: count },
      (_, index) => `{"kind":"Thing","n":${index},"p":"${'y'.repeat(index)}"}`,
    )
    const expected = texts.map((text) => text.replace('"kind":"Thing",', ''))
    expect(join(texts, '{"kind":"Thing",'.length)).toBe(`${expected.join(',')}]}`)
  })

  it.each([0, '{"kind":"Thing",'.length])('of which some end with a newline have none (skip %i)', (skip) => {
    const texts = [1, 2, 3, 4].map((n) => `{"kind":"Thing","n":${n},"text":"${'z'.repeat(n === 3 ? 300_000 : n)}"}`)
    const expected = texts.map((text) => (skip === 0 ? text : text.replace('"kind":"Thing",', '')))
    for (const ends of ['\n\n\n\n', '\n \n ', ' \n \n']) {
      const ended = texts.map((text, index) => (ends[index] === '\n' ? `${text}\n` : text))
      expect(join(ended, skip)).toBe(`${expected.join(',')}]}`)
    }
  })

  it('larger than a chunk are not cut', () => {
    const texts = [1, 2, 3].map((n) => JSON.stringify({ n, text: 'z'.repeat(300_000 * n) }))
    expect(join(texts, 0)).toBe(`${texts.join(',')}]}`)
  })
})

describe('lists that are asked for while they are encoded', () => {
  const chunks = [Buffer.alloc(100_000)]

  it('are encoded once', async () => {
    const bodies = new ListBodies(1_000_000)
    let made = 0
    const make = async (): Promise<Buffer[]> => {
      made++
      await Promise.resolve()
      return chunks
    }
    const all = await Promise.all([1, 2, 3].map(() => bodies.share('a', 1n, make)))
    expect([made, ...all]).toEqual([1, chunks, chunks, chunks])
    expect(bodies.share('a', 1n, make)).toBe(chunks)
    expect(await bodies.share('a', 2n, make)).toBe(chunks)
    expect(made).toBe(2)
  })

  it('are encoded by another request after the first one has failed', async () => {
    const bodies = new ListBodies(1_000_000)
    const first = bodies.share('a', 1n, () => Promise.reject(new Error('too late')))
    const second = bodies.share('a', 1n, () => Promise.resolve(chunks))
    await expect(first).rejects.toThrow('too late')
    expect(await second).toBe(chunks)
  })
})

import { createTimeSlices, StatusError, systemClock } from '@pinnace/meta'
import { expect, it, vi } from 'vitest'
import { parseLargeYaml, parseYaml } from '../src/index.ts'

const large = (text: string): Promise<unknown> => parseLargeYaml(text, createTimeSlices({ clock: systemClock }))
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

it.each([
  ['block mappings', `a:\n${lines(5_000, (index) => `  k${index}: v${index}\n`)}`],
  ['lists of mappings', lines(3_000, (index) => `- name: n${index}\n  value: ${index}\n`)],
  ['flow collections', `a: [${lines(3_000, (index) => `{k: ${index}, "q": 'single'}, `)}]`],
  ['all styles of scalars', 'a: plain\nb: "d\\n"\nc: \'s\'\nd: |\n  one\n  two\ne: >-\n  folded\n  text\nf: !!str 1\n'],
  ['anchors, aliases and merge keys', 'a: &a {b: [1, 2]}\nc: *a\nd:\n  <<: *a\n  e: 1\n'],
  ['duplicate keys', `a: 1\n${lines(150, () => 'a: 2\n')}`],
  ['nothing', ''],
  ['a comment', '# only\n'],
])('a large text is parsed in another thread like a small one: %s', async (_what, text) => {
  expect(await large(text)).toEqual(parseYaml(text))
})

it.each([
  ['a quote without an end', 'a: "x'],
  ['a wrong indentation', 'a: 1\n b: 2\n'],
  ['a tab', 'a:\n\tb: 1\n'],
  ['several documents', 'a: 1\n---\nb: 2\n'],
  ['thousands of documents', '---\n'.repeat(2_000)],
  ['too many levels', '['.repeat(600)],
  ['an unknown alias', 'a: *b\n'],
  ['a control character', 'a: \u0001\n'],
  ['a null byte', 'a: \0\n'],
])('and refused like one: %s', async (_what, text) => {
  const refusalOf = async (parse: () => unknown): Promise<unknown> => {
    try {
      return await parse()
    } catch (error) {
      return error instanceof StatusError ? [error.reason, error.message] : error
    }
  }
  const refusal = await refusalOf(() => large(text))
  expect(refusal).toEqual(await refusalOf(() => parseYaml(text)))
  expect(refusal).toEqual(['BadRequest', expect.any(String)])
})

it('the event loop goes on meanwhile', async () => {
  const text = `a:\n${lines(100_000, (index) => `- ${index}\n`)}`
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const parsed = await large(text)
  isDone = true
  expect(turns).toBeGreaterThan(20)
  expect(parsed).toEqual({ value: { a: Array.from({ length: 100_000 }, (_, index) => index) }, strictErrors: [] })
})

it('a runtime without threads parses it in one piece', async () => {
  const builtIns = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  try {
    expect(await large('a: 1\n')).toEqual({ value: { a: 1 }, strictErrors: [] })
  } finally {
    builtIns.mockRestore()
  }
})

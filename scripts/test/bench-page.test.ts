import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plotBesideOriginal } from '../../bench/kit/plot.mjs'
import { renderResults } from '../../bench/kit/write-table.mjs'
import { root } from '../workspace.mjs'

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const page = read('docs', 'performance.md')

it('shows the tables and the plot of the results that are committed', () => {
  const { text, svg } = renderResults(JSON.parse(read('bench', 'results.json')), page)
  expect(text).toBe(page)
  expect(svg).toBe(read('docs', 'diagrams', 'beside-kube-apiserver.svg'))
})

it('marks the rows of earlier runs', () => {
  const row = { scenario: 'reads', name: 'get', ours: 2, bare: 1, ratio: 2, unit: 'µs', aim: 1, model: 'a' }
  const rows = [
    { ...row, commit: 'aaaa' },
    { ...row, scenario: 'original', commit: 'bbbb' },
  ]
  const { text } = renderResults({ machine: { node: 'v20', cpus: 2, commit: 'bbbb' }, rows }, page)
  expect(text).toContain('| get | 2.00 | 1.00 | µs | 2.00 | 1.00 | missed by 2.00 times | aaaa, earlier |')
  expect(text).toContain('| get | 2.00 | 1.00 | µs | 2.00 | bbbb |')
})

it('draws a bar as long as the share of the CPU time', () => {
  const lengths = (ours: number): string[] =>
    [...plotBesideOriginal([{ name: 'get', ours, bare: 100 }]).matchAll(/width="([\d.]+)" height="14"/g)]
      .slice(-2)
      .map(([, length]) => length ?? '')
  expect(lengths(50)).toEqual(['330.0', '165.0'])
  expect(lengths(1_000)).toEqual(['330.0', '412.5'])
})

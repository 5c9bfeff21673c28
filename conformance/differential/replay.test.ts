import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatFigures } from './judge/report.ts'
import { compareWithList, type Explanation, type Unexplained } from './judge/verdict.ts'
import { runReplay } from './run-replay.ts'

it('differs from the recorded answers of kube-apiserver only as listed', { timeout: 900_000 }, async () => {
  const explanations = readJson<Explanation[]>('explained.json')
  const { verdict, missing } = await runReplay(explanations)
  console.log(formatFigures(verdict.figures))
  const compared = [...verdict.figures.values()].reduce((sum, figures) => sum + figures.compared, 0)
  // New fields change the generated requests, whose answers are recorded with the next recording.
  expect(missing.length, `not recorded: ${missing.slice(0, 3).join(', ')}`).toBeLessThan(compared / 10)
  expect(compared).toBeGreaterThan(10_000)
  const { grown } = compareWithList(verdict.unexplained(), readJson<Unexplained>('recorded/unexplained.json'))
  expect(grown, 'causes that recorded/unexplained.json does not have').toEqual([])
})

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T
}

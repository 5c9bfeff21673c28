import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { simulateWorkloads } from '../../src/index.ts'
import { stagesOf } from '../../src/workloads/node-agent/stages.ts'
import { pod } from './objects.ts'

const page = readFileSync(new URL('../../../../docs/guide/workloads.md', import.meta.url), 'utf8')

/** The code spans in the first column of the tables below a heading. */
function firstColumn(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [body = ''] = section.split('\n## ')
  const cells = body.split('\n').flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code))
}

describe('the guide of simulated workloads', () => {
  it('lists every controller', () => {
    const names = simulateWorkloads().map(({ name }) => name)
    expect([...firstColumn('Controllers')].sort()).toEqual([...names].sort())
  })

  it('lists every stage with its annotation', () => {
    const stages = firstColumn('Pod stages')
    expect(stages).toEqual(['pullMs', 'initMs', 'readyMs', 'runMs', 'stopMs', 'exitCode'])
    for (const stage of stages) {
      const annotation = `simulate.pinnace.dev/${stage === 'exitCode' ? 'exit-code' : stage.replace('Ms', '-ms')}`
      expect(page).toContain(`\`${annotation}\``)
      const annotated = stagesOf(pod('p', { annotations: { [annotation]: '7' } }), {})
      expect(stage === 'exitCode' ? annotated.exitCode('main', 0) : Object.entries(annotated)).toEqual(
        stage === 'exitCode' ? 7 : expect.arrayContaining([[stage, 7]]),
      )
    }
  })

  it('lists annotations that make pods fail', () => {
    for (const failure of firstColumn('Failing pods')) {
      const [annotation = '', value = ''] = failure.split(': ')
      const { isPullFailing, isNeverReady, exitCode } = stagesOf(
        pod('p', { annotations: { [annotation]: JSON.parse(value) as string } }),
        {},
      )
      expect([isPullFailing, isNeverReady, exitCode('main', 0) === 1].filter(Boolean)).toEqual([true])
    }
    expect(firstColumn('Failing pods')).toHaveLength(3)
  })
})

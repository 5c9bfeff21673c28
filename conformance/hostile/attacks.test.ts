import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPart } from '../../scripts/pages.mjs'
import { buildPinnace, launchPinnace, type StartedPinnace } from '../differential/sides/pinnace.ts'
import type { Attack } from './attack.ts'
import { attackNames, loadAttack } from './run/attacks.ts'
import { knownFailures } from './known-failures.ts'
import { page, part, readReports, toTable } from './run/figures-table.ts'
import { createJudge } from './run/judge.ts'
import { createTarget } from './run/target.ts'

const attacks = await Promise.all(
  attackNames.map(async (name): Promise<readonly [string, Attack]> => [name, await loadAttack(name)]),
)
const short = attacks.filter(([, { isFullOnly = false }]) => !isFullOnly)

describe('attacks in their short form', () => {
  let folder: string
  let shared: StartedPinnace
  const logOf = (name: string): string => join(folder, `${name}.log`)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pinnace-hostile-'))
    buildPinnace()
    shared = await launchPinnace({ log: logOf('shared') })
  })
  afterAll(async () => {
    await shared.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(short)(
    '%s',
    async (name, attack) => {
      const settings = await attack.server?.(folder)
      const server = settings === undefined ? shared : await launchPinnace({ ...settings, log: logOf(name) })
      const log = logOf(settings === undefined ? 'shared' : name)
      const target = createTarget({ url: server.url, pid: server.pid, log }, 'short')
      const judge = createJudge()
      try {
        await attack.prepare?.(target)
        await attack.run(target, judge)
        expect(judge.failures).toEqual([])
      } finally {
        target.close()
        if (server !== shared) await server.kill('SIGKILL')
      }
    },
    120_000,
  )

  it('leave a server that answers', async () => {
    const target = createTarget({ url: shared.url, pid: shared.pid, log: logOf('shared') }, 'short')
    expect((await target.send({ path: '/livez' })).status).toBe(200)
    target.close()
  })
})

describe('the figures of the long form', () => {
  const reports = readReports()

  it('stand in the guide', () => {
    expect(readPart(page, part)).toBe(toTable(reports))
  })

  it('are of every attack', () => {
    expect(Object.keys(reports)).toEqual(attackNames)
  })

  it('are within the limits of the attacks, except for those whose failure is known', () => {
    // The list may only shrink.
    expect(Object.keys(knownFailures)).toEqual([])
    for (const [name, { failures, limits }] of Object.entries(reports)) {
      expect([name, failures.length > 0]).toEqual([name, name in knownFailures])
      expect([name, limits]).toEqual([name, attacks.find(([known]) => known === name)?.[1].limits])
    }
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPinnace, launchPinnace } from '../../../conformance/differential/sides/pinnace.ts'
import { HttpWatch } from '../../../conformance/soak/http-watch.ts'
import { HttpWriters } from '../../../conformance/soak/http-writers.ts'
import { judgeClients } from '../../../conformance/soak/judge-clients.ts'
import { createDice } from '../../../conformance/soak/random.ts'

const seed = Number(process.env['PINNACE_SEED'] ?? 1)
const kills = Number(process.env['PINNACE_KILLS'] ?? 1)
const path = '/api/v1/namespaces/default/configmaps'

beforeAll(() => buildPinnace(), 300_000)

/** The worker processes of a command. */
function workersOf(pid: number): readonly number[] {
  const lines = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.trim() !== '').map(Number)
}

async function until(isDone: () => boolean, limitMs: number): Promise<boolean> {
  const lateMs = performance.now() + limitMs
  while (!isDone()) {
    if (performance.now() > lateMs) return false
    await pause(20)
  }
  return true
}

/** Kills workers at random points while clients write and watch, and returns what was wrong. */
async function killWorkers(
  folder: string,
  flags: readonly string[],
  signals: readonly NodeJS.Signals[],
): Promise<readonly string[]> {
  const dice = createDice(seed)
  const server = await launchPinnace({ flags: ['--workers=2', ...flags], log: join(folder, 'log') })
  const place = { url: () => server.url, path, token: 'admin-token' }
  const side = (name: string): string => (Number(name.at(-1)) % 2 === 0 ? 'left' : 'right')
  const writers = new HttpWriters({ ...place, dice, writers: 8, names: 8, label: side, pauseMs: 1 })
  const watches = (['HTTP/1.1', 'HTTP/2', 'HTTP/1.1', 'HTTP/2'] as const).map(
    (protocol, index) =>
      new HttpWatch({ ...place, client: `${protocol} ${index}`, protocol, selects: () => true, timeoutSeconds: 60 }),
  )
  const violations: string[] = []
  try {
    for (const watch of watches) await watch.start()
    writers.start()
    for (let kill = 0; kill < kills; kill++) {
      const before = writers.acknowledged.length
      if (!(await until(() => writers.acknowledged.length >= before + 20 + dice.below(100), 60_000))) {
        violations.push(`kill ${kill}: writes are not acknowledged`)
      }
      const workers = workersOf(server.pid)
      const victim = workers[dice.below(workers.length)] ?? 0
      // One that stops without ending is killed by the process that keeps the store.
      process.kill(victim, signals[kill % signals.length])
      const isReplaced = (): boolean => {
        const now = workersOf(server.pid)
        return now.length === 2 && !now.includes(victim)
      }
      if (!(await until(isReplaced, 60_000))) violations.push(`kill ${kill}: the worker is not started again`)
    }
    await writers.stop()
    violations.push(...(await judgeClients({ place, writers, watches })))
    return violations
  } finally {
    await Promise.all(watches.map((watch) => watch.stop()))
    await server.kill('SIGTERM')
    if ((await server.exited) !== 0) violations.push('the command did not end in order')
  }
}

describe(`the command with two workers, of which ${kills} is killed or stopped under load`, () => {
  for (const [store, signals] of [
    ['memory', ['SIGKILL', 'SIGSTOP']],
    ['LMDB', ['SIGSTOP', 'SIGKILL']],
  ] as const) {
    it(
      `over ${store} has every acknowledged write afterwards, and watches resume without gap or duplicate`,
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'pinnace-workers-'))
        try {
          const flags = store === 'memory' ? [] : [`--data-dir=${join(folder, 'data')}`]
          expect(await killWorkers(folder, flags, signals)).toEqual([])
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
      kills * 60_000 + 180_000,
    )
  }
})

import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchPinnace, type StartedPinnace } from '../../differential/sides/pinnace.ts'
import type { AttackLimits } from '../attack.ts'
import type { FromAttacker, ToAttacker } from './attacker.ts'
import { loadAttack } from './attacks.ts'
import type { Verdict } from './judge.ts'
import { peakMiB, processCpuMs, resetPeak, residentMiB } from './process-figures.ts'
import type { Ticks } from './ticker.ts'

/** What an attack has cost. */
export interface Figures extends Ticks {
  readonly cpuMs: number
  /** Resident memory before the attack, and the most during it, MiB. */
  readonly beforeMiB: number
  readonly residentMiB: number
}

/** An attack, its figures, and what was wrong. */
export interface Report extends Verdict {
  readonly title: string
  readonly limits: AttackLimits
  readonly figures: Figures
}

const longestMs = 600_000

/** Runs an attack in its full size: the server, the attack and the `GET /livez` are a process each. */
export async function runAttack(name: string): Promise<Report> {
  const { title, limits } = await loadAttack(name)
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-hostile-'))
  const log = join(folder, 'server.log')
  const attacker = start('attacker.ts', [name, folder])
  let server: StartedPinnace | undefined
  let ticker: ChildProcess | undefined
  try {
    const first = await next(attacker)
    if (first.step !== 'server') throw new Error(failureOf(first))
    server = await launchPinnace({ ...first.server, log })
    const { url, pid } = server
    tell(attacker, { step: 'prepare', place: { url, pid, log } })
    const prepared = await next(attacker)
    if (prepared.step !== 'prepared') throw new Error(failureOf(prepared))
    ticker = start('ticker.ts', [url, String(pid)])
    await message(ticker)
    const beforeMiB = residentMiB(pid)
    resetPeak(pid)
    const cpuMs = processCpuMs(pid)
    const cost = measureCost(pid, cpuMs)
    tell(attacker, { step: 'attack' })
    const done = await next(attacker)
    const verdict = done.step === 'done' ? done.verdict : { facts: [], failures: [failureOf(done)] }
    const costs = { ...cost.end(), beforeMiB }
    ticker.send('stop')
    const figures = { ...((await message(ticker)) as Ticks), ...costs }
    return { title, limits, figures, ...verdict, failures: [...verdict.failures, ...overLimits(figures, limits)] }
  } finally {
    attacker.kill('SIGKILL')
    ticker?.kill('SIGKILL')
    await server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Cost = Pick<Figures, 'cpuMs' | 'residentMiB'>

const costIntervalMs = 20

/** Reads what a process costs again and again: one that has been stopped, as by an attack on the shutdown, has no figures. */
function measureCost(pid: number, cpuMs: number): { end(): Cost } {
  let last: Cost = { cpuMs: 0, residentMiB: 0 }
  const read = (): void => {
    const residentMiB = peakMiB(pid)
    if (residentMiB > 0) last = { cpuMs: processCpuMs(pid) - cpuMs, residentMiB }
  }
  const timer = setInterval(read, costIntervalMs)
  return {
    end() {
      clearInterval(timer)
      read()
      return last
    },
  }
}

function start(file: string, args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** The next message of a process; rejects when it ends, or says nothing for ten minutes. */
function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the attack does not end')), longestMs)
    const onExit = (): void => reject(new Error('the process of the attack has ended'))
    child.once('exit', onExit)
    child.once('message', (value) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      resolve(value)
    })
  })
}

async function next(attacker: ChildProcess): Promise<FromAttacker> {
  return (await message(attacker)) as FromAttacker
}

function tell(attacker: ChildProcess, what: ToAttacker): void {
  attacker.send(what)
}

function failureOf(said: FromAttacker): string {
  return said.step === 'done' ? said.verdict.failures.join('; ') : `unexpected: ${said.step}`
}

function overLimits(figures: Figures, limits: AttackLimits): readonly string[] {
  const over = (what: string, figure: number, limit: number | undefined, unit: string): readonly string[] =>
    limit === undefined || figure <= limit ? [] : [`${what}: ${Math.round(figure)} ${unit}, limit ${limit} ${unit}`]
  return [
    ...over('CPU', figures.cpuMs, limits.cpuMs, 'ms'),
    ...over('memory', figures.residentMiB, limits.residentMiB, 'MiB'),
    ...over('added memory', figures.residentMiB - figures.beforeMiB, limits.addedMiB, 'MiB'),
    ...over('longest stop', figures.stopMs, limits.stopMs, 'ms'),
  ]
}

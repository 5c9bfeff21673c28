import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureStart, startDaemon } from '../conformance/go-envtest/measure-start.mjs'

export const title = 'A control plane of envtest, beside its etcd and kube-apiserver (the least of several)'

/** The CPU that the program kube-apiserver may take until its first 200 of /healthz, milliseconds. */
const startAimMs = 400

/** The CPU that the warm process may take for a start, milliseconds. */
const warmAimMs = 20

const command = join(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'pinnace.js')

/** Starts the programs of `pinnace envtest`, without and with a warm process, and the original ones, in turns. */
export async function run(kit) {
  const original = process.env.PINNACE_ORIGINAL
  if (original === undefined || !existsSync(join(original, 'kube-apiserver'))) {
    console.log('skipped: PINNACE_ORIGINAL does not name the folder of etcd and kube-apiserver')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-bench-'))
  const assets = join(folder, 'assets')
  execFileSync(process.execPath, [command, 'envtest', assets], { stdio: 'ignore' })
  const env = { ...process.env, TMPDIR: folder }
  const runs = { cold: [], warm: [], original: [] }
  try {
    for (let turn = 0; turn < (kit.quick ? 1 : 5); turn++) {
      runs.cold.push(await measureStart(assets, env))
      runs.original.push(await measureStart(original, env))
      const daemon = await startDaemon(assets, env)
      try {
        for (let start = 0; start < 3; start++) runs.warm.push(await measureStart(assets, env, daemon.pid))
      } finally {
        const ended = new Promise((resolve) => daemon.once('exit', resolve))
        daemon.kill()
        await ended
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const least = (name, key) => Math.min(...runs[name].map((one) => one[key]))
  for (const [name, label] of [
    ['cold', 'launchers'],
    ['warm', 'launchers with a warm process'],
  ]) {
    for (const [key, what, unit] of [
      ['startMs', 'start', 'ms'],
      ['cpuMs', 'CPU of a start', 'ms'],
      ['mib', 'memory after it', 'MiB'],
    ]) {
      kit.row({ name: `${label}: ${what}`, ours: least(name, key), bare: least('original', key), unit, aim: 1 })
    }
  }
  const alone = least('cold', 'serverCpuMs')
  kit.row({ name: 'CPU of the program kube-apiserver alone', ours: alone, unit: 'ms', aim: startAimMs })
  kit.row({
    name: 'CPU of the warm process for a start',
    ours: least('warm', 'daemonCpuMs'),
    unit: 'ms',
    aim: warmAimMs,
  })
}

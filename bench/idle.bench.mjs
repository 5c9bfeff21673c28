import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const title = 'Idle processes (resident memory, the pages of the program of Node.js included)'

const command = join(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'pinnace.js')

/** The memory of the command after it was idle for some seconds. */
export async function run(kit) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-bench-'))
  const args = [command, '--secure-port=0', `--write-kubeconfig=${join(folder, 'k')}`]
  const idleMs = kit.quick ? 1_000 : 10_000
  try {
    const alone = await residentOf([...args, '--controllers=-*', '--simulated-nodes=0'], idleMs)
    const whole = await residentOf(args, idleMs)
    const empty = await residentOf(['--eval', 'console.log("serving"); setInterval(() => {}, 1000)'], idleMs)
    kit.row({ name: 'memory of the idle command without controllers', ours: alone, unit: 'MB', aim: 60 })
    kit.row({ name: 'memory of the idle command', ours: whole, unit: 'MB' })
    kit.row({ name: '  of which an empty Node process', ours: empty, unit: 'MB' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function residentOf(args, idleMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => code !== null && reject(new Error(`ended with ${code}`)))
    child.stdout.once('data', () => {
      setTimeout(() => {
        const { 1: kilobytes } = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
        child.removeAllListeners('exit')
        child.kill()
        resolve((Number(kilobytes) * 1024) / 1e6)
      }, idleMs)
    })
  })
}

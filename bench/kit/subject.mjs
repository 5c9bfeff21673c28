// A server under measurement, in a separate process: ours, the bare one, or ours with authentication.
import { readFileSync, writeFileSync } from 'node:fs'
import { getHeapCodeStatistics } from 'node:v8'
import { answer } from './child.mjs'

let running

answer({
  async start({ kind, ...options }) {
    const { start } = await import(`./${kind}.mjs`)
    running = await start(options)
    return { ports: running.ports, token: running.token }
  },
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** Bytes. Compiled code, which grows with what has been called and not with what is stored, is no part of `used`. */
  memory() {
    globalThis.gc()
    globalThis.gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
    return { used: heapUsed + external - code - bytecode, rss }
  },
  /** Forgets the highest memory so far, and collects what is garbage; false where the system cannot do that. */
  forgetPeak() {
    globalThis.gc()
    try {
      writeFileSync('/proc/self/clear_refs', '5')
      return true
    } catch {
      return false
    }
  },
  /** Highest resident memory since it was last forgotten, bytes. */
  peak() {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
  },
  call: ({ name, value }) => running[name](value),
})

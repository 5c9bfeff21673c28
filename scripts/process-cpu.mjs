// The CPU time of another process, where Linux says it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The CPU time of every thread of a process that runs, milliseconds. */
export function processCpuMs(pid) {
  const tasks = `/proc/${pid}/task`
  let nanoseconds = 0
  for (const task of readdirSync(tasks)) {
    nanoseconds += Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0])
  }
  return nanoseconds / 1e6
}

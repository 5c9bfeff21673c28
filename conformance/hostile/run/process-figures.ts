import { readFileSync, writeFileSync } from 'node:fs'

/** The kernel counts CPU time in these. */
const tickMs = 10

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not Linux, or the process has ended.
    return ''
  }
}

/** CPU time of a process, in milliseconds and steps of 10. */
export function processCpuMs(pid: number): number {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

/** CPU time of the main thread of a process, milliseconds. */
export function threadCpuMs(pid: number): number {
  return Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0] ?? 0) / 1e6
}

/** Forgets the most resident memory that a process has had. */
export function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The peak is that of the whole life of the process.
  }
}

/** The most resident memory of a process since {@link resetPeak}, MiB. */
export function peakMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** The resident memory of a process, MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

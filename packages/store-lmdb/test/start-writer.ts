import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process that writes a store. */
export interface WriterProcess {
  readonly pid: number
  /** Waits until this many writes have been acknowledged, and returns them. */
  acknowledges(count: number): Promise<ReadonlyMap<string, string>>
  /** The writes acknowledged so far: keys and revisions. */
  acknowledged(): ReadonlyMap<string, string>
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
}

const newline = '\n'.charCodeAt(0)
const typescript = new URL('../../../conformance/differential/typescript.mjs', import.meta.url).href

/** Starts a process that writes the store of a directory with 16 writers. */
export function startWriter(file: string, path: string, run = '0'): WriterProcess {
  const child = spawn(process.execPath, ['--conditions=@pinnace/source', '--import', typescript, file, path, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  let text = ''
  const printed = { lines: 0 }
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const resolve of waiting) resolve()
  }
  child.stdout.on('data', (data: Buffer) => {
    text += data.toString()
    for (const byte of data) if (byte === newline) printed.lines++
    wake()
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void closed.then(wake)
  // The last line may be cut off by the kill.
  const acknowledged = (): Map<string, string> =>
    new Map(
      text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter((line) => line !== '')
        .map((line): [string, string] => {
          const [key = '', revision = ''] = line.split(' ')
          return [key, revision]
        }),
    )
  return {
    pid: child.pid ?? 0,
    acknowledged,
    async acknowledges(count) {
      while (printed.lines < count) {
        if (child.exitCode !== null) throw new Error(`the writer exited with ${child.exitCode}`)
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
      return acknowledged()
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

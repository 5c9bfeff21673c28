import { spawn } from 'node:child_process'

/** How a command went. `code` is null where a signal ended it. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Options of {@link startCommand}. */
export interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string
}

/** A command under way. */
export interface Running {
  readonly outcome: Promise<Outcome>
  /** What it has printed so far on standard output. */
  printed(): string
  stop(): void
}

const limitMs = 60_000

/** Starts a program without blocking: the server it talks to lives in this process. */
export function startCommand(path: string, words: readonly string[], { cwd, env, input }: RunOptions): Running {
  // Its own name is what it tells the server, so `kubectl.1.33` goes by that of all.
  const child = spawn(path, words, { argv0: 'kubectl', cwd, env, timeout: limitMs })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { outcome, printed: () => stdout, stop: () => void child.kill('SIGTERM') }
}

import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import type { Clock } from '@pinnace/meta'
import { findExecutable } from './find-executable.ts'

/** A plugin's run. */
export interface PluginRun {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where a command that is no path is looked for. */
  readonly searchPath: string
  /** It may ask its user: it gets this process's standard input. */
  readonly isInteractive: boolean
  readonly stderr: 'inherit' | 'ignore'
  readonly timeoutMs: number
  readonly clock: Clock
  /** Ends the run. */
  readonly signal: AbortSignal
  /** Added where the command is not found. */
  readonly hint: () => string
}

// An ExecCredential is a token or a certificate; what is longer is something else.
const maxOutputBytes = 1_048_576

/** Runs a credential plugin and answers what it printed. */
// upstream: client-go/plugin/pkg/client/auth/exec/exec.go, refreshCredsLocked, wrapCmdRunErrorLocked
export async function runPlugin(run: PluginRun): Promise<string> {
  const { command, clock, signal } = run
  const notFound = (cause?: unknown): Error =>
    new Error(`exec: executable ${command} not found${run.hint()}`, cause === undefined ? undefined : { cause })
  // The names of programs have endings there, which the system knows.
  const file = process.platform === 'win32' ? command : await findExecutable(command, run.searchPath)
  if (file === undefined) throw notFound()
  if (signal.aborted) throw new Error(`exec: executable ${command} was ended`)
  return new Promise((resolve, reject) => {
    const child = spawn(file, run.args, {
      argv0: command,
      env: run.env,
      stdio: [run.isInteractive ? 'inherit' : 'ignore', 'pipe', run.stderr],
      windowsHide: true,
    })
    // Where no pipe could be made there is no output either; the error comes later.
    const { stdout } = child
    const chunks: Buffer[] = []
    let size = 0
    const finish = (settle: () => void): void => {
      timer.cancel()
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const kill = (message: string): void => {
      child.kill('SIGKILL')
      stdout?.destroy()
      finish(() => reject(new Error(message)))
    }
    const onAbort = (): void => kill(`exec: executable ${command} was ended`)
    const timer = clock.after(run.timeoutMs, () =>
      kill(`exec: executable ${command} did not end within ${run.timeoutMs} ms`),
    )
    signal.addEventListener('abort', onAbort, { once: true })
    stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutputBytes) kill(`exec: executable ${command} printed more than ${maxOutputBytes} bytes`)
      else chunks.push(chunk)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      finish(() => reject(isMissing ? notFound(error) : new Error(`exec: ${error.message}`, { cause: error })))
    })
    child.on('close', (code) => {
      finish(() => {
        if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
        else reject(new Error(`exec: executable ${command} failed with exit code ${code ?? -1}`))
      })
    })
  })
}

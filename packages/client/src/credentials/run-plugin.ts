import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import type { Clock } from '@pinnace/meta'
import { findExecutable } from './find-executable.ts'

/** Options for {@link runPlugin}. */
export interface PluginRun {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The search path for commands that are not paths. */
  readonly searchPath: string
  /** Whether the plugin may prompt: it then inherits standard input. */
  readonly isInteractive: boolean
  readonly stderr: 'inherit' | 'ignore'
  readonly timeoutMs: number
  readonly clock: Clock
  /** Kills the plugin. */
  readonly signal: AbortSignal
  /** Appended to the error where the command is not found. */
  readonly hint: () => string
}

// An ExecCredential holds a token or a certificate; longer output is something else.
const maxOutputBytes = 1_048_576

/** Runs a credential plugin and returns its standard output. */
// upstream: client-go/plugin/pkg/client/auth/exec/exec.go, refreshCredsLocked, wrapCmdRunErrorLocked
export async function runPlugin(run: PluginRun): Promise<string> {
  const { command, clock, signal } = run
  const notFound = (cause?: unknown): Error =>
    new Error(`exec: executable ${command} not found${run.hint()}`, cause === undefined ? undefined : { cause })
  // Executables have extensions on Windows, which the system resolves.
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
    // Without a pipe there is no output; the error event follows.
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

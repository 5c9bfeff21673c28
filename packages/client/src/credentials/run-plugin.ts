import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import type { Clock } from '@pinnace/meta'

/** A plugin's run. */
export interface PluginRun {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
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
export function runPlugin(run: PluginRun): Promise<string> {
  const { command, clock, signal } = run
  return new Promise((resolve, reject) => {
    const child = spawn(command, run.args, {
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
      const message =
        error.code === 'ENOENT' ? `exec: executable ${command} not found${run.hint()}` : `exec: ${error.message}`
      finish(() => reject(new Error(message, { cause: error })))
    })
    child.on('close', (code) => {
      finish(() => {
        if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
        else reject(new Error(`exec: executable ${command} failed with exit code ${code ?? -1}`))
      })
    })
  })
}

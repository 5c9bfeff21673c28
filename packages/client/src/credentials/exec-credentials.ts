import type { Clock, Vocabulary } from '@pinnace/meta'
import type { Credential, Credentials } from './credentials.ts'
import type { ExecConfig } from './exec-config.ts'
import { readExecCredential, type ReadCredential } from './read-exec-credential.ts'
import { runPlugin } from './run-plugin.ts'
import { createSingleFlight } from '../single-flight.ts'

/** Options for {@link execCredentials}. */
export interface ExecCredentialsOptions {
  readonly config: ExecConfig
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Environment variables the plugin gets besides its own. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether standard input is a terminal that the plugin may prompt on. */
  readonly isTerminal: () => boolean
  readonly stderr: 'inherit' | 'ignore'
  /** Time limit of a run that does not prompt, in milliseconds. */
  readonly timeoutMs: number
}

/** Time limit of a run that prompts. */
const interactiveTimeoutMs = 600_000
// upstream: exec.go – the hint is shown at most 10 times an hour
const maxHints = 10
const hintWindowMs = 3_600_000

/**
 * Credentials from a plugin, cached until they expire, are rejected or the process ends. Concurrent callers share one
 * run.
 */
export function execCredentials(options: ExecCredentialsOptions): Credentials {
  const { config, vocabulary, clock } = options
  const closing = new AbortController()
  let known: ReadCredential | undefined
  let hints = { count: 0, since: clock.monotonic() }

  const hint = (): string => {
    const now = clock.monotonic()
    if (now - hints.since >= hintWindowMs) hints = { count: 0, since: now }
    if (hints.count++ >= maxHints) return ''
    const shown = config.installHint === '' ? '' : `\n\n${config.installHint}`
    return `\n\nIt looks like you are trying to use a client-go credential plugin that is not installed.${shown}`
  }
  const run = async (): Promise<Credential> => {
    const isInteractive = decideInteractive(config, options.isTerminal)
    const info = {
      kind: 'ExecCredential',
      apiVersion: config.apiVersion,
      spec: { ...(config.cluster === undefined ? {} : { cluster: config.cluster }), interactive: isInteractive },
    }
    const printed = await runPlugin({
      command: config.command,
      args: config.args,
      env: { ...options.environment, ...config.env, [vocabulary.execInfoVariable]: JSON.stringify(info) },
      searchPath: options.environment['PATH'] ?? '',
      isInteractive,
      stderr: options.stderr,
      timeoutMs: isInteractive ? Math.max(interactiveTimeoutMs, options.timeoutMs) : options.timeoutMs,
      clock,
      signal: closing.signal,
      hint,
    })
    known = await readExecCredential(printed, config.apiVersion)
    return known.credential
  }
  const refresh = createSingleFlight(async () => {
    if (closing.signal.aborted) throw new Error('getting credentials: the client has been closed')
    try {
      return await run()
    } catch (error) {
      throw new Error(`getting credentials: ${(error as Error).message}`, { cause: error })
    }
  })
  return {
    async get(signal) {
      if (known !== undefined && (known.expiresAt === undefined || clock.now() <= known.expiresAt)) {
        return known.credential
      }
      return refresh(signal)
    },
    async rejected(credential, signal) {
      // A request that was rejected with an older credential retries with the newer one.
      if (known !== undefined && known.credential !== credential) return true
      known = undefined
      try {
        return !isSame(await refresh(signal), credential)
      } catch {
        // The caller reports the 401; the next call reports the failure of the plugin.
        return false
      }
    },
    async close() {
      closing.abort()
    },
  }
}

function isSame(one: Credential, other: Credential): boolean {
  return (
    one.authorization === other.authorization &&
    one.certificate?.cert === other.certificate?.cert &&
    one.certificate?.key === other.certificate?.key
  )
}

// upstream: exec.go, isInteractive
function decideInteractive({ interactiveMode }: ExecConfig, isTerminal: () => boolean): boolean {
  if (interactiveMode === 'Never') return false
  if (isTerminal()) return true
  if (interactiveMode === 'IfAvailable') return false
  throw new Error('exec plugin cannot support interactive mode: standard input is not a terminal')
}

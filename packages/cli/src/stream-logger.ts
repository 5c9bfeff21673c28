import type { Clock } from '@pinnace/meta'
import type { Logger } from '@pinnace/server'

/** Logs one JSON object per line: warnings and errors always, info from verbosity 1, debug from verbosity 4. */
export function createStreamLogger(write: (line: string) => void, verbosity: number, clock: Clock): Logger {
  const log = (level: string) => (details: object, message: string) => {
    const { err, ...rest } = details as { readonly err?: unknown }
    const failure = err === undefined ? {} : { error: err instanceof Error ? (err.stack ?? err.message) : String(err) }
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, message, ...rest, ...failure })}\n`)
  }
  const ignore = (): void => {}
  return {
    error: log('error'),
    warn: log('warn'),
    info: verbosity >= 1 ? log('info') : ignore,
    debug: verbosity >= 4 ? log('debug') : ignore,
  }
}

import type { CommandOptions } from '@pinnace/streaming'

/** The streams that a request asks for. */
export function streamOptions(options: Readonly<Record<string, unknown>>): CommandOptions {
  const { stdin, stdout, stderr, tty } = options
  return { stdin: stdin === true, stdout: stdout === true, stderr: stderr === true, tty: tty === true }
}

/** The query with which an agent is asked for a command. */
// upstream: registry/core/pod/strategy.go, streamParams
export function agentQuery({ stdin, stdout, stderr, tty }: CommandOptions, command: readonly string[]): string {
  const query = new URLSearchParams()
  for (const argument of command) query.append('command', argument)
  if (stderr) query.set('error', '1')
  if (stdin) query.set('input', '1')
  if (stdout) query.set('output', '1')
  if (tty) query.set('tty', '1')
  return query.size === 0 ? '' : `?${query}`
}

import { errorReference, isCodedError, type ErrorCode } from '@pinnace/meta'
import { FlagError } from './flags/flag.ts'
import type { Output } from './run.ts'

const standard: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.columns,
}

type Command = (args: readonly string[], output: Output) => Promise<number>

/** The commands beside that which runs a server; loaded when used. */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['api-diff', async () => (await import('./api-diff.ts')).apiDiff],
  ['backup', async () => (await import('./data-commands.ts')).backup],
  ['cel', async () => (await import('./cel-command.ts')).cel],
  ['completion', async () => (await import('./help/completion-command.ts')).completion],
  ['data', async () => (await import('./data-commands.ts')).data],
  ['envtest', async () => (await import('./envtest/envtest-command.ts')).envtest],
  ['help', async () => (await import('./help/help-command.ts')).help],
  ['plugin', async () => (await import('./plugin/plugin-command.ts')).plugin],
  ['stop', async () => (await import('./detach/stop-command.ts')).stop],
  ['restore', async () => (await import('./data-commands.ts')).restore],
])

/**
 * The `pinnace` command: runs a server, or one of the other commands of `--help`. Resolves with the exit code: 0 after
 * SIGTERM or SIGINT and for `--help`, 1 when the server cannot start, 2 for invalid arguments.
 */
export async function main(args: readonly string[], output: Output = standard): Promise<number> {
  try {
    const load = commands.get(args[0] ?? '')
    if (load !== undefined) return await (await load())(args.slice(1), output)
    const { start } = await import('./start-command.ts')
    const [first, ...rest] = args
    if (first === 'version' && rest.length === 0) return await start(['--version'], output)
    return await start(first === 'start' ? rest : args, output)
  } catch (error) {
    const isMisuse = error instanceof FlagError
    output.err(`pinnace: ${describe(error, isMisuse ? 'command-arguments' : 'command-failed')}\n`)
    return isMisuse ? 2 : 1
  }
}

/** The message, and a line with the place in the documents for an error without a code. */
function describe(error: unknown, code: ErrorCode): string {
  const message = error instanceof Error ? error.message : String(error)
  return isCodedError(error) ? message : `${message}\nsee ${errorReference(code)}`
}

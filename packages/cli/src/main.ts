import { exitCodeOf } from './exit-code-of.ts'
import type { Output } from './run.ts'
import { standardOutput } from './standard-output.ts'

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
export async function main(args: readonly string[], output: Output = standardOutput): Promise<number> {
  return exitCodeOf(async () => {
    const load = commands.get(args[0] ?? '')
    if (load !== undefined) return (await load())(args.slice(1), output)
    const { start } = await import('./start-command.ts')
    const [first, ...rest] = args
    if (first === 'version' && rest.length === 0) return start(['--version'], output)
    return start(first === 'start' ? rest : args, output)
  }, output)
}

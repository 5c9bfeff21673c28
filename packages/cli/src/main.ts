import { apiDiff } from './api-diff.ts'
import { backup, data, restore } from './data-commands.ts'
import { FlagError, formatHelp, parseFlags } from './flags.ts'
import { run, type Output } from './run.ts'

const version = '0.1.0'
const standard: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}

/**
 * The `pinnace` command: runs a server, compares two APIs (`api-diff`), or maintains a data directory
 * (`backup`, `restore`, `data check`). Resolves with the exit code: 0 after SIGTERM or
 * SIGINT and for `--help`, 1 when the server cannot start, 2 for invalid flags.
 */
export async function main(args: readonly string[], output: Output = standard): Promise<number> {
  try {
    if (args[0] === 'api-diff') return await apiDiff(args.slice(1), output)
    if (args[0] === 'backup') return await backup(args.slice(1), output)
    if (args[0] === 'restore') return await restore(args.slice(1), output)
    if (args[0] === 'data') return await data(args.slice(1), output)
    const options = parseFlags(args)
    if (options === 'help') {
      output.out(formatHelp())
      return 0
    }
    if (options === 'version') {
      output.out(`pinnace ${version}\n`)
      return 0
    }
    const listening = await run(options, output)
    await stopSignal()
    await listening.close()
    return 0
  } catch (error) {
    output.err(`pinnace: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof FlagError ? 2 : 1
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

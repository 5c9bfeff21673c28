import { apiDiff } from './api-diff.ts'
import { FlagError, formatHelp, parseFlags } from './flags.ts'
import { run, type Output } from './run.ts'

const version = '0.1.0'
const standard: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}

/**
 * The `pinnace` command: a server, or `api-diff`, which compares two APIs. Resolves with the exit code: 0 after a signal has stopped the server and for `--help`, 2 for
 * flags that cannot be understood, 1 where the server cannot be started.
 */
export async function main(args: readonly string[], output: Output = standard): Promise<number> {
  try {
    if (args[0] === 'api-diff') return await apiDiff(args.slice(1), output)
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

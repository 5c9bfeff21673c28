import { detachedSocket } from './detach/detached-socket.ts'
import { configurationPath, readConfigurationFile } from './configuration-file.ts'
import { flagGroups, parseFlags } from './flags.ts'
import { formatHelp } from './help/format-help.ts'
import { isInWorkers } from './open-persistence.ts'
import { run, type Output } from './run.ts'
import { listenForStop } from './stop-signal.ts'

const version = '0.1.0'

/** `pinnace start`: serves until SIGTERM or SIGINT. Returns the exit code. */
export async function start(args: readonly string[], output: Output): Promise<number> {
  const file = configurationPath(args)
  const flags = flagGroups.flatMap((group) => group.flags)
  const options = parseFlags(file === undefined ? args : [...(await readConfigurationFile(file, flags)), ...args])
  if (options === 'help') {
    output.out(formatHelp(flagGroups, output.columns))
    return 0
  }
  if (options === 'version') {
    output.out(`pinnace ${version}\n`)
    return 0
  }
  if (isInWorkers(options)) return (await import('./start-workers.ts')).startWorkers(options, output)
  const detached = detachedSocket()
  if (options.detach === true && detached === undefined) {
    const { startDetached } = await import('./detach/start-detached.ts')
    return startDetached(args, options, output)
  }
  using stop = listenForStop()
  const listening = await run(options, output)
  try {
    if (detached === undefined) await stop.received
    else await (await import('./detach/serve-detached.ts')).untilStopped(detached, listening, stop)
  } finally {
    await listening.close()
  }
  return 0
}

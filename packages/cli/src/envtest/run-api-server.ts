import type { Output } from '../run.ts'
import { stopSignal } from '../stop-signal.ts'
import { connectDaemon } from './connect-daemon.ts'

/** Options of {@link runApiServer}. */
export interface RunApiServerOptions {
  /** The command that the launchers belong to: its warm process is used. */
  readonly command: string
  readonly output: Output
  /** Loads the server. */
  readonly load: () => Promise<typeof import('./launched-server.ts')>
}

/**
 * What the launcher `kube-apiserver` runs: a server in the warm process if there is one, otherwise in this process. Runs
 * until SIGTERM or SIGINT. Returns the exit code.
 */
export async function runApiServer(args: readonly string[], options: RunApiServerOptions): Promise<number> {
  const { command, output, load } = options
  if (args.some((argument) => /^--?(h|help|version)$/.test(argument))) {
    const { describeApiServer } = await load()
    output.out(describeApiServer(args))
    return 0
  }
  const stopped = stopSignal()
  const daemon = await connectDaemon(command)
  const code = await daemon?.serve({ args, stopped, output })
  if (code !== undefined) return code
  const { startEnvtestServer } = await load()
  const listening = await startEnvtestServer(args, output)
  await stopped
  await listening.close()
  return 0
}

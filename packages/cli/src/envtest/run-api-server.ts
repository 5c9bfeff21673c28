import type { Output } from '../run.ts'
import { stopSignal } from '../stop-signal.ts'
import { connectDaemon } from './connect-daemon.ts'

/**
 * What the launcher `kube-apiserver` runs: a server in the warm process if there is one, otherwise in this process. Runs
 * until SIGTERM or SIGINT. Returns the exit code.
 */
export async function runApiServer(args: readonly string[], output: Output): Promise<number> {
  if (args.some((argument) => /^--?(h|help|version)$/.test(argument))) {
    const { describeApiServer } = await import('./describe-api-server.ts')
    output.out(describeApiServer(args))
    return 0
  }
  const stopped = stopSignal()
  const daemon = await connectDaemon()
  if (daemon !== undefined) return daemon.serve({ args, stopped, output })
  const { startEnvtestServer } = await import('./start-envtest-server.ts')
  const listening = await startEnvtestServer(args, output)
  await stopped
  await listening.close()
  return 0
}

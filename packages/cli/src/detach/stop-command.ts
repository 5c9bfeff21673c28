import { FlagError, parseFlags } from '../flags.ts'
import { servingFlags } from '../flags/serving-flags.ts'
import type { Output } from '../run.ts'
import { askToStop } from './ask-to-stop.ts'
import { socketOfKubeconfig } from './detached-socket.ts'

const usage = `Usage: pinnace stop [--write-kubeconfig FILE]

Stops the server that "pinnace start --detach" has started with this kubeconfig, and waits until it has ended.
`

/** `pinnace stop`: stops a server in the background. Returns the exit code, 1 if there is none. */
export async function stop(args: readonly string[], output: Output): Promise<number> {
  const options = parseFlags(
    args,
    servingFlags.filter(({ name }) => name === 'write-kubeconfig'),
  )
  if (typeof options === 'string') {
    output.out(usage)
    return 0
  }
  const { kubeconfigFile } = options
  if (kubeconfigFile === undefined) throw new FlagError('--write-kubeconfig must name the kubeconfig of the server')
  const socket = await socketOfKubeconfig(kubeconfigFile, false)
  if (socket !== undefined && (await askToStop(socket))) return 0
  throw new Error(`no server in the background has the kubeconfig ${kubeconfigFile}`)
}

import { resolve } from 'node:path'
import { FlagError, readDuration } from '../flags/flag.ts'
import type { Output } from '../run.ts'

const usage = `Usage:
  pinnace envtest DIR                       writes etcd, kube-apiserver and kubectl into DIR
  pinnace envtest --daemon [--idle-timeout DURATION]
                                            keeps a process warm that starts the servers of all launchers

Then: KUBEBUILDER_ASSETS=DIR go test ./...
`

const defaultIdleMs = 600_000

/** `pinnace envtest`: launchers with the names that envtest looks for, and what they run. Returns the exit code. */
export async function envtest(args: readonly string[], output: Output): Promise<number> {
  const [first, second, ...rest] = args
  if (first === 'run' && second !== undefined) return runProgram(second, rest, output)
  if (args.some((argument) => ['--help', '-h'].includes(argument))) {
    output.out(usage)
    return 0
  }
  const { directory, isDaemon, idleMs } = readArguments(args)
  if (isDaemon) {
    const { serveDaemon } = await import('./serve-daemon.ts')
    return serveDaemon({ command: thisCommand(), idleMs, output })
  }
  if (directory === undefined) throw new FlagError(`envtest needs a directory\n${usage}`)
  const { writeLaunchers } = await import('./write-launchers.ts')
  const folder = resolve(directory)
  await writeLaunchers(folder, { node: [process.execPath, ...process.execArgv], command: thisCommand() })
  output.out(`${folder}\n`)
  return 0
}

/** What a launcher runs. */
async function runProgram(program: string, args: readonly string[], output: Output): Promise<number> {
  if (program === 'etcd') return (await import('./run-etcd.ts')).runEtcd(args, output)
  if (program === 'kube-apiserver') {
    const { runApiServer } = await import('./run-api-server.ts')
    return runApiServer(args, { command: thisCommand(), output, load: () => import('./launched-server.ts') })
  }
  throw new FlagError(`envtest runs etcd and kube-apiserver, not ${JSON.stringify(program)}`)
}

/** The path of the program that runs now. */
function thisCommand(): string {
  return resolve(process.argv[1] ?? '')
}

interface EnvtestArguments {
  readonly directory: string | undefined
  readonly isDaemon: boolean
  readonly idleMs: number
}

function readArguments(args: readonly string[]): EnvtestArguments {
  let read: EnvtestArguments = { directory: undefined, isDaemon: false, idleMs: defaultIdleMs }
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [name, value] = argument.split('=', 2)
    if (argument === '--daemon') read = { ...read, isDaemon: true }
    else if (name === '--idle-timeout') {
      read = { ...read, idleMs: readDuration('idle-timeout', value ?? rest.shift() ?? '') }
    } else if (argument.startsWith('-')) throw new FlagError(`unknown flag: ${argument}`)
    else if (read.directory === undefined) read = { ...read, directory: argument }
    else throw new FlagError(`unexpected argument ${JSON.stringify(argument)}`)
  }
  if (read.isDaemon && read.directory !== undefined) {
    throw new FlagError('--daemon takes no directory: the launchers of every directory use the warm process')
  }
  return read
}

import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandOptions } from '../flags.ts'
import { quoteShell } from '../help/quote-shell.ts'
import type { Output } from '../run.ts'
import { isRunning } from './ask-to-stop.ts'
import { socketOfKubeconfig, socketVariable } from './detached-socket.ts'
import type { ReadyMessage } from './serve-detached.ts'

/** Starts the server in the background, and returns when it is ready: its exit code if it could not start. */
export async function startDetached(args: readonly string[], options: CommandOptions, output: Output): Promise<number> {
  const kubeconfigFile = resolve(options.kubeconfigFile ?? '')
  const socket = await socketOfKubeconfig(kubeconfigFile, true)
  const stop = `pinnace stop --write-kubeconfig ${quoteShell(kubeconfigFile)}`
  if (socket === undefined) throw new Error('the directory of the socket was removed')
  if (await isRunning(socket)) throw new Error(`a server of this kubeconfig is running: ${stop}`)
  const logFile = `${kubeconfigFile}.log`
  const log = await open(logFile, 'w', 0o600)
  try {
    const command = [...process.execArgv, resolve(process.argv[1] ?? ''), 'start', ...args]
    const child = spawn(process.execPath, command, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      env: { ...process.env, [socketVariable]: socket },
    })
    const ready = await untilReady(child)
    if (typeof ready === 'number') {
      output.err(await readFile(logFile, 'utf8'))
      return ready
    }
    child.unref()
    if (options.printKubeconfig === true) output.out(ready.kubeconfig)
    else output.out(`serving ${ready.url}\nkubeconfig ${kubeconfigFile}\nlog ${logFile}\n\nTo stop it:\n  ${stop}\n`)
    return 0
  } finally {
    await log.close()
  }
}

/** The message of the server, or its exit code. */
function untilReady(child: ChildProcess): Promise<ReadyMessage | number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('message', (message) => resolve(toReady(message)))
  })
}

function toReady(message: unknown): ReadyMessage {
  if (typeof message === 'object' && message !== null && 'url' in message && 'kubeconfig' in message) {
    return { url: String(message.url), kubeconfig: String(message.kubeconfig) }
  }
  throw new TypeError('the server in the background has sent another message')
}

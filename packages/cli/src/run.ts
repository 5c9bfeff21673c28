import { chmod, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock } from '@pinnace/meta'
import { createServer, type Server, type ServerListening } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { readControllerFiles, startCommandControllers } from './start-command-controllers.ts'
import { openDataDirectory, withData } from './data-directory.ts'
import { createStreamLogger } from './stream-logger.ts'
import { toServerOptions } from './to-server-options.ts'

/** The output streams of a command. */
export interface Output {
  out(text: string): void
  err(text: string): void
}

/**
 * Starts the server and its controllers with the options, writes the kubeconfig, and prints how to connect. Closing the
 * result stops both.
 */
export async function run(options: CommandOptions, output: Output): Promise<ServerListening> {
  const logger = createStreamLogger((line) => output.err(line), options.verbosity, systemClock)
  if (options.deprecationWarnings) for (const warning of options.warnings) output.err(`${warning}\n`)
  const files = await readControllerFiles(options)
  const serverOptions = await toServerOptions(options, logger)
  const { metrics } = serverOptions
  const data = options.dataDir === undefined ? undefined : await openDataDirectory(options.dataDir, options.vocabulary)
  let server: Server
  try {
    server = await createServer(data === undefined ? serverOptions : withData(serverOptions, data))
  } catch (error) {
    await data?.store.close()
    throw error
  }
  const file = resolve(options.kubeconfigFile)
  let listening: ServerListening
  try {
    const { securePort: port, bindAddress: host, advertiseAddress } = options
    listening = await server.listen({ port, host, ...(advertiseAddress === undefined ? {} : { advertiseAddress }) })
    await writeFile(file, listening.kubeconfig, { mode: 0o600 })
    await chmod(file, 0o600)
  } catch (error) {
    // An open port would keep the process alive.
    await server.close()
    await data?.store.close()
    throw error
  }
  const controllers = startCommandControllers({
    options,
    files,
    server,
    logger,
    metrics: typeof metrics === 'object' ? metrics : undefined,
  })
  output.out(`serving ${listening.url}\n`)
  output.out(formatIntroduction(file))
  const { shutdownDelayMs } = options
  return {
    ...listening,
    async close() {
      await controllers.stop()
      await server.close(shutdownDelayMs === undefined ? {} : { shutdownDelayMs })
      await data?.store.close()
    },
  }
}

function formatIntroduction(file: string): string {
  return [
    `kubeconfig ${file}`,
    '',
    'Try:',
    `  kubectl --kubeconfig ${file} get namespaces`,
    `  kubectl --kubeconfig ${file} create configmap hello --from-literal=greeting=ahoy`,
    `  kubectl --kubeconfig ${file} get configmaps --watch`,
    '',
  ].join('\n')
}

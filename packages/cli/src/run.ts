import { chmod, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock, withErrorCode } from '@pinnace/meta'
import {
  createServer,
  type Server,
  type ServerKeys,
  type ServerListening,
  type ServerListenOptions,
  type ServerOptions,
  type ServerTls,
} from '@pinnace/server'
import type { Store } from '@pinnace/store'
import type { CommandOptions } from './flags.ts'
import { readControllerFiles, startCommandControllers } from './start-command-controllers.ts'
import { createInspectorAccess } from './inspector-access.ts'
import { quoteShell } from './help/quote-shell.ts'
import { loadManifests, watchManifests } from './load/load-manifests.ts'
import { mergeKubeconfig } from './merge-kubeconfig.ts'
import { openEncryption } from './open-encryption.ts'
import { openPersistence, openWorkerPersistence, warningOfKeys } from './open-persistence.ts'
import { fromFile } from './read-flag-file.ts'
import { createStreamLogger } from './stream-logger.ts'
import { toAuthenticationOptions } from './to-authentication-options.ts'
import { toServerOptions } from './to-server-options.ts'
import { toServingTls } from './to-serving-tls.ts'

/** The output streams of a command. */
export interface Output {
  out(text: string): void
  err(text: string): void
  /** The width of the terminal. @default 80 */
  readonly columns?: number | undefined
}

/** The part of a worker, of several processes that run the server. */
export interface WorkerPart {
  readonly number: number
  readonly restarts: number
  readonly keys: ServerKeys
  /** Its copy of the store; undefined if it opens one itself. */
  readonly store: Store | undefined
}

/** Creates the server of a command: `createServer`, or what has one with the same options ready. */
export type CreateServer = (options: ServerOptions) => Promise<Server>

/**
 * Starts the server and its controllers with the options, writes the kubeconfig, and prints how to connect. Closing the
 * result stops both. Of several workers, the first one writes, prints and loads manifests, once.
 */
export async function run(
  options: CommandOptions,
  output: Output,
  worker?: WorkerPart,
  create: CreateServer = createServer,
): Promise<ServerListening> {
  const isFirst = worker === undefined || (worker.number === 1 && worker.restarts === 0)
  const logger = createStreamLogger((line) => output.err(line), options.verbosity, systemClock)
  if (options.deprecationWarnings && isFirst) for (const warning of options.warnings) output.err(`${warning}\n`)
  const files = await readControllerFiles(options)
  const inspector = options.inspector === true ? createInspectorAccess() : undefined
  const following = new AbortController()
  const follow = { clock: systemClock, logger, signal: following.signal }
  // What has a server ready is fast: keys are read once, by the server, unless it refuses them.
  const checksKeys = create === createServer
  const given = await toServerOptions(options, follow, checksKeys)
  const serverOptions = inspector?.apply(given) ?? given
  const tls = await toServingTls(options, follow, checksKeys)
  const { metrics } = serverOptions
  const keyWarning = isFirst ? warningOfKeys(options) : undefined
  if (keyWarning !== undefined) output.err(`${keyWarning}\n`)
  const encryption = await openEncryption(options, logger)
  const opening =
    worker === undefined ? openPersistence(options, logger) : openWorkerPersistence(worker, options, logger)
  const persistence = await opening.catch(async (error: unknown) => {
    await encryption?.close()
    throw error
  })
  const closeStorage = async (): Promise<void> => {
    following.abort()
    await persistence.close()
    await encryption?.close()
  }
  let server: Server
  try {
    server = await create({
      ...persistence.apply(serverOptions),
      ...(options.enableFaults === true ? { resources: [(await loadFaults()).faultKind] } : {}),
      ...(encryption === undefined ? {} : { encryption }),
    })
  } catch (error) {
    await closeStorage()
    if (!checksKeys) await toAuthenticationOptions(options)
    throw error
  }
  const { kubeconfigFile, load, watch = false } = options
  const file = kubeconfigFile === undefined ? undefined : resolve(kubeconfigFile)
  let listening: ServerListening
  try {
    listening = await listenOn(server, options, tls)
    if (isFirst) await writeKubeconfigs(options, file, listening)
    if (load !== undefined && isFirst) await loadManifests(server.connect(), load)
  } catch (error) {
    // An open port would keep the process alive.
    await server.close()
    await closeStorage()
    if (!checksKeys) await toServingTls(options, follow)
    throw error
  }
  const controllers = startCommandControllers({
    options,
    files,
    server,
    logger,
    metrics: typeof metrics === 'object' ? metrics : undefined,
  })
  const manifests =
    load !== undefined && watch && (worker === undefined || worker.number === 1)
      ? watchManifests({ client: server.connect(), paths: load, clock: systemClock, logger })
      : undefined
  const faults = options.enableFaults === true ? await (await loadFaults()).serveFaults(server) : undefined
  if (isFirst) announce(options, output, { listening, file, inspectorLink: inspector?.link(listening.url) })
  return closedBy(listening, async () => {
    manifests?.[Symbol.dispose]()
    faults?.[Symbol.dispose]()
    await controllers?.stop()
    await server.close(toCloseOptions(options))
    await closeStorage()
  })
}

/** The same with another `close`. Its kubeconfig is still made when it is read. */
function closedBy(listening: ServerListening, close: () => Promise<void>): ServerListening {
  const { close: _own, ...others } = Object.getOwnPropertyDescriptors(listening)
  return Object.defineProperties({ close }, others) as ServerListening
}

function toCloseOptions({
  shutdownDelayMs,
  shutdownSendRetryAfter: sendRetryAfter,
}: CommandOptions): NonNullable<Parameters<Server['close']>[0]> {
  return {
    ...(shutdownDelayMs === undefined ? {} : { shutdownDelayMs }),
    ...(sendRetryAfter === undefined ? {} : { sendRetryAfter }),
  }
}

interface Announcement {
  readonly listening: ServerListening
  /** The kubeconfig; undefined if none is written. */
  readonly file: string | undefined
  readonly inspectorLink: string | undefined
}

/** Prints how to connect. */
function announce(options: CommandOptions, output: Output, { listening, file, inspectorLink }: Announcement): void {
  if (options.printKubeconfig === true) {
    output.out(listening.kubeconfig)
    return
  }
  output.out(`serving ${listening.url}\n`)
  if (inspectorLink !== undefined) output.out(`inspector ${inspectorLink}\n`)
  if (file !== undefined) output.out(formatIntroduction(file, options))
}

/** Loaded where faults are enabled. */
function loadFaults(): Promise<typeof import('@pinnace/testing/faults')> {
  return import('@pinnace/testing/faults')
}

async function listenOn(server: Server, options: CommandOptions, tls: ServerTls): Promise<ServerListening> {
  const { securePort: port, bindAddress: host } = options
  try {
    return await server.listen(toListenOptions(options, tls))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      const hint = 'use another --secure-port, or --secure-port=0 for any free port'
      const error = new Error(`--secure-port: port ${port} of ${host} is in use; ${hint}`, { cause })
      throw withErrorCode(error, 'port-in-use')
    }
    if (code === 'EACCES')
      throw new Error(`--secure-port: no permission to listen on port ${port} of ${host}`, { cause })
    if (code === 'EADDRNOTAVAIL') throw new Error(`--bind-address: this machine has no address ${host}`, { cause })
    throw cause
  }
}

function toListenOptions(options: CommandOptions, tls: ServerTls): ServerListenOptions {
  const { securePort: port, bindAddress: host, advertiseAddress, maxConnections, maxConnectionsPerAddress } = options
  return {
    port,
    host,
    tls,
    ...(advertiseAddress === undefined ? {} : { advertiseAddress }),
    ...(maxConnections === undefined ? {} : { maxConnections }),
    ...(maxConnectionsPerAddress === undefined ? {} : { maxConnectionsPerAddress }),
  }
}

async function writeKubeconfigs(
  options: CommandOptions,
  file: string | undefined,
  listening: ServerListening,
): Promise<void> {
  if (file !== undefined) {
    await fromFile('write-kubeconfig', file, async () => {
      await writeFile(file, listening.kubeconfig, { mode: 0o600 })
      await chmod(file, 0o600)
    })
  }
  const { kubeconfigMergeFile: merged } = options
  if (merged !== undefined)
    await fromFile('kubeconfig-merge', merged, () => mergeKubeconfig(resolve(merged), listening.kubeconfig))
}

// Every line ends by itself, and works as it is.
function formatIntroduction(file: string, { vocabulary, simulatedNodes }: CommandOptions): string {
  if (vocabulary !== 'kubernetes') return [`kubeconfig ${file}`, 'kubectl needs --vocabulary=kubernetes', ''].join('\n')
  const kubectl = `kubectl --kubeconfig ${quoteShell(file)}`
  const workload = [`${kubectl} create deployment web --image=nginx`, `${kubectl} rollout status deployment web`]
  return [
    `kubeconfig ${file}`,
    '',
    'Try:',
    `  ${kubectl} get namespaces`,
    `  ${kubectl} create configmap hello --from-literal=greeting=ahoy`,
    ...(simulatedNodes === 0 ? [] : workload.map((line) => `  ${line}`)),
    '',
  ].join('\n')
}

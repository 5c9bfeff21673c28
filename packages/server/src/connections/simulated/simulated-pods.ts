import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { CommandHandler, CommandSession, ConnectionHandlers, PortForwardHandler } from '../connection-handlers.ts'
import { logKey, readSimulatedLog, type SimulatedLogSource } from './read-simulated-log.ts'

/** Which pods a handler answers for: those that all given members match, or for which a function returns true. */
export type PodMatch =
  | {
      readonly namespace?: string
      readonly name?: string
      readonly labels?: Readonly<Record<string, string>>
    }
  | ((pod: Pod) => boolean)

/** A container whose log is written. */
export interface LoggedContainer {
  readonly namespace: string
  readonly name: string
  /** @default the first container of the pod */
  readonly container?: string
}

/**
 * Answers connections to pods without a node: for tests, and for pods that `simulateWorkloads` runs. Handlers that were
 * added last are asked first.
 */
export interface ServerPods {
  /** Adds the lines of a text to the log of a container. The last 1 MiB of each log is kept, in memory. */
  log(container: LoggedContainer, text: string): void
  /** Answers `exec` for pods that match, until the result is disposed. */
  onExec(match: PodMatch, handler: CommandHandler): Disposable
  /** Answers `attach` for pods that match, until the result is disposed. */
  onAttach(match: PodMatch, handler: CommandHandler): Disposable
  /** Answers port forwarding for pods that match, until the result is disposed: with a function, or a port of this machine. */
  onPortForward(match: PodMatch, to: PortForwardHandler | { readonly port: number }): Disposable
}

/** The handlers of simulated pods. */
export interface SimulatedPods {
  readonly pods: ServerPods
  /** The handlers that were added for a pod, and for one on a simulated node those that answer by themselves. */
  handlersOf(pod: Pod, isSimulated: boolean): ConnectionHandlers
  /** The port of this machine that stands for a pod. */
  localPort(pod: Pod): number | undefined
}

interface Registered<H> {
  readonly match: PodMatch
  readonly handler: H
  /** The port of this machine that the handler connects to. */
  readonly port?: number
}

/** Creates the handlers of simulated pods. */
export function createSimulatedPods(source: SimulatedLogSource): SimulatedPods {
  const exec: Registered<CommandHandler>[] = []
  const attach: Registered<CommandHandler>[] = []
  const portForward: Registered<PortForwardHandler>[] = []
  return {
    pods: {
      log: ({ namespace, name, container = '' }, text) => source.lines.add(logKey(namespace, name, container), text),
      onExec: (match, handler) => register(exec, { match, handler }),
      onAttach: (match, handler) => register(attach, { match, handler }),
      onPortForward: (match, to) =>
        typeof to === 'function'
          ? register(portForward, { match, handler: to })
          : register(portForward, { match, handler: forwardTo(to.port), port: to.port }),
    },
    localPort: (pod) => find(portForward, pod)?.port,
    handlersOf(pod, isSimulated) {
      const found: ConnectionHandlers = {
        ...optional('exec', find(exec, pod)?.handler),
        ...optional('attach', find(attach, pod)?.handler),
        ...optional('portForward', find(portForward, pod)?.handler),
      }
      if (!isSimulated) return found
      return {
        log: (request) => readSimulatedLog(request, source),
        exec: noCommand,
        attach: (_stdin, stdout, session) => showLog(stdout, session, source),
        portForward: noPort,
        ...found,
      }
    },
  }
}

/** Whether a node exists as an object only: `simulateWorkloads` has registered it. */
export function isSimulatedNode({ status }: Node): boolean {
  return status?.nodeInfo?.containerRuntimeVersion?.startsWith('simulated://') === true
}

function register<H>(list: Registered<H>[], registered: Registered<H>): Disposable {
  list.unshift(registered)
  return { [Symbol.dispose]: () => void list.splice(list.indexOf(registered) >>> 0, 1) }
}

function find<H>(list: readonly Registered<H>[], pod: Pod): Registered<H> | undefined {
  return list.find(({ match }) => matches(match, pod))
}

function matches(match: PodMatch, pod: Pod): boolean {
  if (typeof match === 'function') return match(pod)
  const { namespace, name, labels = {} } = match
  const { metadata } = pod
  if (namespace !== undefined && namespace !== metadata.namespace) return false
  if (name !== undefined && name !== metadata.name) return false
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value)
}

function optional<K extends keyof ConnectionHandlers>(
  name: K,
  handler: ConnectionHandlers[K],
): Pick<ConnectionHandlers, K> | Record<string, never> {
  return handler === undefined ? {} : ({ [name]: handler } as Pick<ConnectionHandlers, K>)
}

const noCommand: CommandHandler = () => {
  throw new Error('no container runs: answer commands with server.pods.onExec')
}

const noPort: PortForwardHandler = () => {
  throw new Error('no container runs: answer connections with server.pods.onPortForward')
}

/** Shows what is written to the log from now on, until the container or the client ends. */
async function showLog(
  stdout: Parameters<CommandHandler>[1],
  { pod, container, signal }: CommandSession,
  source: SimulatedLogSource,
): Promise<void> {
  const request = { pod, container, follow: true, previous: false, timestamps: false, tailLines: 0, signal }
  for await (const text of readSimulatedLog(request, source)) stdout.write(text)
}

function forwardTo(port: number): PortForwardHandler {
  return async (connection: Duplex) => {
    const target = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    await new Promise<void>((resolve, reject) => {
      target.once('connect', resolve)
      target.once('error', reject)
    })
    connection.pipe(target)
    target.pipe(connection)
    connection.once('close', () => target.destroy())
    await Promise.race([finished(target).catch(() => undefined), joined(connection)])
  }
}

function joined(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve())
  })
}

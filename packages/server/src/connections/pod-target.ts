import { badRequest } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ConnectionHandlers } from './connection-handlers.ts'
import type { ConnectionRequest } from './connection-request.ts'
import type { ObjectFinder } from './find-objects.ts'
import type { NodeAgent, NodeAgents } from './node-agent.ts'
import { isSimulatedNode, type SimulatedPods } from './simulated/simulated-pods.ts'

/** What finds out who answers for a pod. */
export interface PodTargets {
  readonly finder: ObjectFinder
  readonly agents: NodeAgents
  /** The functions of the host, which come first. */
  readonly handlers: ConnectionHandlers
  readonly simulated: SimulatedPods
}

const pods = { group: '', resource: 'pods' }

/** The pod of a request. Throws 404. */
export function readPod({ finder }: PodTargets, { request }: ConnectionRequest): Promise<Pod> {
  return finder.read<Pod>(pods, request.namespace, request.name)
}

/** Who answers for a pod: a function of the host or of a test, or else the agent of its node. */
export type PodTarget<H> = { readonly handler: H } | { readonly agent: NodeAgent }

/** Finds who answers; undefined for a pod without a node. Throws 404 for a node that does not exist. */
export async function findTarget<K extends keyof ConnectionHandlers>(
  { handlers, simulated, agents, finder }: PodTargets,
  pod: Pod,
  kind: K,
): Promise<PodTarget<NonNullable<ConnectionHandlers[K]>> | undefined> {
  const own = handlers[kind] ?? simulated.handlersOf(pod, false)[kind]
  if (own !== undefined) return { handler: own as NonNullable<ConnectionHandlers[K]> }
  const nodeName = pod.spec?.nodeName ?? ''
  if (nodeName === '') return undefined
  const node = await finder.read({ group: '', resource: 'nodes' }, '', nodeName)
  const handler = isSimulatedNode(node) ? simulated.handlersOf(pod, true)[kind] : undefined
  if (handler !== undefined) return { handler: handler as NonNullable<ConnectionHandlers[K]> }
  return { agent: await agents.find(nodeName) }
}

/** The 400 for a connection to a pod without a node. */
export function notAssigned(name: string): Error {
  return badRequest(`pod ${name} does not have a host assigned`)
}

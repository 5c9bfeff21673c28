import type { Controller } from '../../controller.ts'
import { startNodeRegistrar } from './node-registrar.ts'
import { startPodAgent } from './pod-agent.ts'
import type { SimulatedNode } from './simulated-node.ts'
import type { WorkloadStages } from './stages.ts'

/** Options for {@link nodeAgentController}. */
export interface NodeAgentOptions {
  readonly nodes: readonly SimulatedNode[]
  readonly stages: WorkloadStages
  /** The ranges of pod addresses. */
  readonly podCidr: string
  /** The addresses of the nodes by name. */
  readonly nodeAddresses: ReadonlyMap<string, readonly string[]>
  /** Pods are advanced by stages, not by the agent. */
  readonly isPodStaged: boolean
  /** The status of nodes is written by stages, not by the agent. */
  readonly isNodeStaged: boolean
}

/** The agent of all simulated nodes: registers them and runs their pods. */
export function nodeAgentController(options: NodeAgentOptions): Controller {
  const { nodes, stages, podCidr, nodeAddresses, isPodStaged, isNodeStaged } = options
  return {
    name: 'simulated-node-agent',
    isDefault: true,
    start(context) {
      const pods = isPodStaged ? undefined : startPodAgent(context, { stages, podCidr, nodeAddresses })
      const registrar = startNodeRegistrar(context, { nodes, nodeAddresses, isStaged: isNodeStaged })
      return {
        get isHealthy() {
          return (pods?.isHealthy ?? true) && (registrar.isHealthy ?? true)
        },
        async stop() {
          await Promise.all([pods?.stop(), registrar.stop()])
        },
      }
    },
  }
}

import type { Controller } from '../../controller.ts'
import { startNodeRegistrar } from './node-registrar.ts'
import { startPodAgent } from './pod-agent.ts'
import { nodeAddresses } from './pod-addresses.ts'
import type { SimulatedNode } from './simulated-node.ts'
import type { WorkloadStages } from './stages.ts'

/** Options for {@link nodeAgentController}. */
export interface NodeAgentOptions {
  readonly nodes: readonly SimulatedNode[]
  readonly stages: WorkloadStages
  /** The ranges of pod addresses. */
  readonly podCidr: string
}

/** The agent of all simulated nodes: registers them and runs their pods. A TypeError for an invalid `podCidr`. */
export function nodeAgentController({ nodes, stages, podCidr }: NodeAgentOptions): Controller {
  const addresses = new Map(nodes.map(({ name }, index) => [name, nodeAddresses(index, podCidr)]))
  // An invalid range is refused without nodes, too.
  nodeAddresses(0, podCidr)
  return {
    name: 'simulated-node-agent',
    isDefault: true,
    start(context) {
      const pods = startPodAgent(context, { stages, podCidr, nodeAddresses: addresses })
      const registrar = startNodeRegistrar(context, { nodes, nodeAddresses: addresses })
      return {
        get isHealthy() {
          return (pods.isHealthy ?? true) && (registrar.isHealthy ?? true)
        },
        async stop() {
          await Promise.all([pods.stop(), registrar.stop()])
        },
      }
    },
  }
}

import type { Controller } from '../controller.ts'
import { cronJobController } from './cron-job/cron-job-controller.ts'
import { daemonSetController } from './daemon-set/daemon-set-controller.ts'
import { deploymentController } from './deployment/deployment-controller.ts'
import { disruptionController } from './disruption/disruption-controller.ts'
import { jobController } from './job/job-controller.ts'
import { nodeAgentController } from './node-agent/node-agent-controller.ts'
import { simulatedNodes, type SimulatedNode } from './node-agent/simulated-node.ts'
import type { WorkloadStages } from './node-agent/stages.ts'
import { replicaSetController, replicationController } from './replica-set/replica-set-controller.ts'
import { statefulSetController } from './stateful-set/stateful-set-controller.ts'
import { schedulerController, type SchedulerOptions } from './scheduler/scheduler-controller.ts'

/** Options for {@link simulateWorkloads}. */
export interface SimulateWorkloadsOptions extends SchedulerOptions {
  /** How many nodes there are, or which. @default 1 */
  readonly nodes?: number | readonly SimulatedNode[]
  /** How long pods take from one stage to the next. @default no time */
  readonly stages?: WorkloadStages
  /** Where pods have their addresses from, IPv4. @default '10.244.0.0/16' */
  readonly podCidr?: string
}

/** The controllers of workloads: they make, replace and delete pods, and say how far they have come. */
export const workloadControllers: readonly Controller[] = [
  replicaSetController,
  replicationController,
  deploymentController,
  daemonSetController,
  statefulSetController,
  jobController,
  cronJobController,
  disruptionController,
]

/**
 * Everything it takes for workloads to run where there are no nodes: their controllers, a scheduler, and an agent that
 * takes pods through their stages on nodes that are there in name only.
 *
 * @example
 * startControllers({ ...optionsForServer(server), additional: simulateWorkloads({ nodes: 3 }) })
 */
export function simulateWorkloads(options: SimulateWorkloadsOptions = {}): readonly Controller[] {
  const { nodes = 1, stages = {}, podCidr = '10.244.0.0/16' } = options
  return [
    ...workloadControllers,
    schedulerController(options),
    nodeAgentController({ nodes: simulatedNodes(nodes), stages, podCidr }),
  ]
}

import type { Controller } from '../controller.ts'
import { autoscalerController } from './autoscaler/autoscaler-controller.ts'
import { cronJobController } from './cron-job/cron-job-controller.ts'
import { daemonSetController } from './daemon-set/daemon-set-controller.ts'
import { deploymentController } from './deployment/deployment-controller.ts'
import { resourceClaimController } from './devices/resource-claim-controller.ts'
import { disruptionController } from './disruption/disruption-controller.ts'
import { jobController } from './job/job-controller.ts'
import { loadBalancerController, type LoadBalancerOptions } from './load-balancer/load-balancer-controller.ts'
import { metricsServerController } from './metrics-server/metrics-server-controller.ts'
import { nodeAgentController } from './node-agent/node-agent-controller.ts'
import { addressesOfNodes } from './node-agent/pod-addresses.ts'
import { simulatedNodes, type SimulatedNode } from './node-agent/simulated-node.ts'
import type { WorkloadStages } from './node-agent/stages.ts'
import { compileStages, type CompiledStage } from './stages/compile-stages.ts'
import type { Stage } from './stages/stage.ts'
import { stageController } from './stages/stage-controller.ts'
import { replicaSetController, replicationController } from './replica-set/replica-set-controller.ts'
import { statefulSetController } from './stateful-set/stateful-set-controller.ts'
import { schedulerController, type SchedulerOptions } from './scheduler/scheduler-controller.ts'
import { taintEvictionController } from './taint-eviction/taint-eviction-controller.ts'
import { ephemeralVolumeController } from './volumes/ephemeral-volume-controller.ts'
import { volumeBinderController } from './volumes/volume-binder-controller.ts'
import { volumeProvisionerController, type VolumeProvisionerOptions } from './volumes/volume-provisioner-controller.ts'

/** Options for {@link simulateWorkloads}. */
export interface SimulateWorkloadsOptions extends SchedulerOptions, LoadBalancerOptions, VolumeProvisionerOptions {
  /** The number of simulated nodes, or the nodes themselves. @default 1 */
  readonly nodes?: number | readonly SimulatedNode[]
  /**
   * How long pods take from one stage to the next; or the stages themselves, which replace what is simulated of the kinds
   * that they name. @default no delay
   */
  readonly stages?: WorkloadStages | readonly Stage[]
  /**
   * The range of pod addresses: IPv4, IPv6, or both separated by a comma, the first one of which is `podIP`.
   * @default '10.244.0.0/16'
   */
  readonly podCidr?: string
}

/** The controllers of workload kinds, without the scheduler and the node agent. */
export const workloadControllers: readonly Controller[] = [
  replicaSetController,
  replicationController,
  deploymentController,
  daemonSetController,
  statefulSetController,
  jobController,
  cronJobController,
  disruptionController,
  taintEvictionController,
  volumeBinderController,
  ephemeralVolumeController,
  resourceClaimController,
  autoscalerController,
]

/**
 * The controllers that simulate workloads in a cluster without nodes: those of the workload kinds, a scheduler, and an
 * agent that advances pods from stage to stage on simulated nodes. No container runs. A TypeError for invalid options.
 *
 * @example
 * startControllers({ ...optionsForServer(server), additional: simulateWorkloads({ nodes: 3 }) })
 */
export function simulateWorkloads(options: SimulateWorkloadsOptions = {}): readonly Controller[] {
  const { nodes = 1, stages = {}, podCidr = '10.244.0.0/16' } = options
  const simulated = simulatedNodes(nodes)
  const staged = isList(stages) ? compileStages(stages) : []
  const nodeAddresses = addressesOfNodes(simulated, podCidr)
  return [
    ...workloadControllers,
    schedulerController(options),
    nodeAgentController({
      nodes: simulated,
      stages: isList(stages) ? {} : stages,
      podCidr,
      nodeAddresses,
      isPodStaged: staged.some((stage) => isOf(stage, 'Pod')),
      isNodeStaged: staged.some((stage) => isOf(stage, 'Node')),
    }),
    stageController({ stages: staged, podCidr, nodeAddresses }),
    loadBalancerController(options),
    volumeProvisionerController(options),
    metricsServerController,
  ]
}

function isList(stages: WorkloadStages | readonly Stage[]): stages is readonly Stage[] {
  return Array.isArray(stages)
}

function isOf({ stage }: CompiledStage, kind: string): boolean {
  return stage.resource.apiVersion === 'v1' && stage.resource.kind === kind
}

export { builtInControllers, type BuiltInControllersOptions } from './built-in-controllers.ts'
export type { Controller, ControllerContext, ControllerFailure, RunningController } from './controller.ts'
export type { ControllerIdentity } from './controller-identity.ts'
export { optionsForServer, type ControlledServer } from './options-for-server.ts'
export { startLoop, type Loop, type LoopOptions } from './reconcile-loop.ts'
export { selectControllers } from './select-controllers.ts'
export {
  startControllers,
  type Controllers,
  type ControllersOptions,
  type LeaderElection,
} from './start-controllers.ts'
export type { BootstrapSigningKey } from './bootstrap-signer/sign-detached.ts'
export type { SignLegacyToken } from './service-account-token/token-secrets.ts'
export {
  simulateWorkloads,
  workloadControllers,
  type SimulateWorkloadsOptions,
} from './workloads/simulate-workloads.ts'
export type { SimulatedNode } from './workloads/node-agent/simulated-node.ts'
export type { StageDelay, WorkloadStages } from './workloads/node-agent/stages.ts'
export { parseStages } from './workloads/stages/parse-stages.ts'
export { podStages } from './workloads/stages/pod-stages.ts'
export type {
  Stage,
  StagePatch,
  StageRequirement,
  StageSelector,
  StageStep,
  StageValues,
  StageWait,
} from './workloads/stages/stage.ts'

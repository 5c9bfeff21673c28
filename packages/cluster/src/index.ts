export type { Cluster, ClusterOptions, ClusterWorker, WorkerExit } from './cluster-options.ts'
export { createCluster } from './create-cluster.ts'
export type { Link } from './link.ts'
export type {
  Answer,
  SentChange,
  SentEntry,
  SentFailure,
  SentValue,
  SentWrite,
  ToPrimary,
  ToReplica,
} from './messages.ts'
export { createPrimary, type Primary, type PrimaryOptions } from './primary.ts'
export { createReplica, type ReplicaOptions } from './replica.ts'
export type { ReplicaLimits } from './replica-line.ts'

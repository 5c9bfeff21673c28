export { createPrimary, type Primary, type PrimaryOptions } from './primary.ts'
export { createReplica, type ReplicaOptions } from './replica.ts'
export type { Link } from './link.ts'
export type { ToPrimary, ToReplica } from './messages.ts'

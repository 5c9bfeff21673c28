// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity } from '../scalars.ts'
import type { Toleration } from './core-v1-selectors.ts'

/**
 * node.v1.Overhead
 *
 * What running a pod costs besides its containers.
 */
export interface Overhead {
  /** Amounts by resource that are added to what each pod requests. */
  readonly podFixed?: Readonly<Record<string, Quantity>>
}

/**
 * node.v1.RuntimeClass
 *
 * A configuration of the container runtime that pods can choose by name.
 */
export interface RuntimeClass extends ApiObject {
  /** The name of the configuration on the nodes, a DNS label. It cannot be changed. */
  readonly handler: string
  /** What running a pod costs besides its containers. It is entered into pods when they are created. */
  readonly overhead?: Overhead
  /** The nodes that have the configuration. Without it, all are supposed to. */
  readonly scheduling?: Scheduling
}

/** node.v1.RuntimeClassList */
export type RuntimeClassList = ApiList<RuntimeClass>

/**
 * node.v1.Scheduling
 *
 * Where pods of a runtime class can run.
 */
export interface Scheduling {
  /** Labels that the nodes have. They are added to the node selector of the pod; a contradiction refuses the pod. */
  readonly nodeSelector?: Readonly<Record<string, string>>
  /** Tolerations that are added to those of the pod. */
  readonly tolerations?: readonly Toleration[]
}

/** Fields of the types of this file, one line each. */
export const nodeV1Types: TypeTable = {
  'node.v1.Overhead': `podFixed 1 map:quantity omitempty`,
  'node.v1.RuntimeClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
handler 2 string required
overhead 3 node.v1.Overhead omitempty pointer
scheduling 4 node.v1.Scheduling omitempty pointer`,
  'node.v1.RuntimeClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []node.v1.RuntimeClass required`,
  'node.v1.Scheduling': `nodeSelector 1 map:string omitempty mapType=atomic
tolerations 2 []core.v1.Toleration omitempty list=atomic`,
}

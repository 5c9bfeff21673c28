// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'

/**
 * core.v1.NodeSelector
 *
 * Picks nodes: a node matches if at least one of the terms does.
 */
export interface NodeSelector {
  /** Alternatives, of which there must be at least one. */
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[]
}

/**
 * core.v1.NodeSelectorRequirement
 *
 * A condition on one label or field of a node.
 */
export interface NodeSelectorRequirement {
  /** Key of the label, or name of the field. */
  readonly key: string
  /**
   * In and NotIn compare with the list, Exists and DoesNotExist ask for the key only, Gt and Lt compare as integers.
   * One of In, NotIn, Exists, DoesNotExist, Gt, Lt.
   */
  readonly operator: string
  /**
   * Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist, exactly one integer for Gt
   * and Lt.
   */
  readonly values?: readonly string[]
}

/**
 * core.v1.NodeSelectorTerm
 *
 * Conditions that must all hold for a node. A term without any matches no node.
 */
export interface NodeSelectorTerm {
  /** Conditions on labels of the node. */
  readonly matchExpressions?: readonly NodeSelectorRequirement[]
  /** Conditions on fields of the node. Only metadata.name is possible, with In or NotIn and one value. */
  readonly matchFields?: readonly NodeSelectorRequirement[]
}

/**
 * core.v1.Toleration
 *
 * Lets a pod be placed on nodes with a matching taint, or stay on them. It does not draw the pod there.
 */
export interface Toleration {
  /** Key of the taint. An empty key needs the operator Exists and matches all taints. */
  readonly key?: string
  /**
   * How value is compared: Equal (the default), Exists for any value, Lt and Gt as integers if the cluster has that
   * feature enabled. One of Exists, Equal, Lt, Gt.
   */
  readonly operator?: string
  /** Value to compare with that of the taint. It must be empty with Exists. */
  readonly value?: string
  /** Effect of the taint. An empty one matches all effects. One of NoSchedule, PreferNoSchedule, NoExecute. */
  readonly effect?: string
  /**
   * Seconds after which the pod is evicted all the same, for the effect NoExecute only. Without it the pod stays
   * forever; 0 and less evict at once.
   */
  readonly tolerationSeconds?: number
}

/** Fields of the types of this file, one line each. */
export const coreV1SelectorsTypes: TypeTable = {
  'core.v1.NodeSelector': `@atomic
nodeSelectorTerms 1 []core.v1.NodeSelectorTerm required list=atomic`,
  'core.v1.NodeSelectorRequirement': `key 1 string required
operator 2 string required go=v1.NodeSelectorOperator enum=In|NotIn|Exists|DoesNotExist|Gt|Lt
values 3 []string omitempty list=atomic`,
  'core.v1.NodeSelectorTerm': `@atomic
matchExpressions 1 []core.v1.NodeSelectorRequirement omitempty list=atomic
matchFields 2 []core.v1.NodeSelectorRequirement omitempty list=atomic`,
  'core.v1.Toleration': `key 1 string omitempty
operator 2 string omitempty go=v1.TolerationOperator enum=Exists|Equal|Lt|Gt
value 3 string omitempty
effect 4 string omitempty go=v1.TaintEffect enum=NoSchedule|PreferNoSchedule|NoExecute
tolerationSeconds 5 int64 omitempty pointer`,
}

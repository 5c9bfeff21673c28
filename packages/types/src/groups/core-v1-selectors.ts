// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'

/** core.v1.NodeSelector */
export interface NodeSelector {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[]
}

/** core.v1.NodeSelectorRequirement */
export interface NodeSelectorRequirement {
  readonly key: string
  /** One of In, NotIn, Exists, DoesNotExist, Gt, Lt. */
  readonly operator: string
  readonly values?: readonly string[]
}

/** core.v1.NodeSelectorTerm */
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[]
  readonly matchFields?: readonly NodeSelectorRequirement[]
}

/** core.v1.Toleration */
export interface Toleration {
  readonly key?: string
  /** One of Exists, Equal, Lt, Gt. */
  readonly operator?: string
  readonly value?: string
  /** One of NoSchedule, PreferNoSchedule, NoExecute. */
  readonly effect?: string
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

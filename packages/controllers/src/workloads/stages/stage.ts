import type { ApiObject } from '@pinnace/meta'

/**
 * A change of simulated objects: which ones it is made to, when, and what it changes. Stages are data in the manner of
 * kwok; `parseStages` reads those of kwok.
 */
export interface Stage {
  /** Named in errors. */
  readonly name: string
  /** The kind of the objects: pods and nodes that are simulated, or all objects of another kind. */
  readonly resource: { readonly apiVersion: string; readonly kind: string }
  /** Of several stages that match an object, one is chosen by weight. @default all objects */
  readonly selector?: StageSelector
  /** How often the stage is chosen among others that match. @default 0: evenly, if no stage has a weight */
  readonly weight?: number
  /** A query for the weight; {@link weight} where it yields no whole number. */
  readonly weightFrom?: string
  /** How long the stage waits before it changes an object. @default not at all */
  readonly delay?: StageWait
  /** What is changed, in this order. */
  readonly steps: readonly StageStep[]
}

/** The objects that a stage matches: those that meet all requirements. */
export interface StageSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchAnnotations?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly StageRequirement[]
}

/** A requirement on the values that a query yields, such as `.status.phase`. */
export interface StageRequirement {
  /** A query, in a part of the language of jq. */
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  /** Of In and NotIn. Numbers and booleans are compared as text. */
  readonly values?: readonly string[]
}

/** How long a stage waits: `ms`, or a random time between `ms` and `jitterMs`. */
export interface StageWait {
  readonly ms?: number
  /** A query for a time or a duration such as `5s`; {@link ms} where it yields none. */
  readonly from?: string
  /** The longest time; used as it is where it is shorter than `ms`. */
  readonly jitterMs?: number
  /** A query for it, like {@link from}. */
  readonly jitterFrom?: string
}

/** One step of a stage. Of its members the event comes first, then finalizers, deletion, and the patch. */
export interface StageStep {
  /** An Event about the object; the message is a template. */
  readonly event?: { readonly type?: 'Normal' | 'Warning'; readonly reason: string; readonly message: string }
  readonly finalizers?: {
    readonly add?: readonly string[]
    readonly remove?: readonly string[]
    /** Removes all finalizers. @default false */
    readonly empty?: boolean
  }
  /** Deletes the object, without a grace period; no later step changes it. @default false */
  readonly delete?: boolean
  readonly patch?: StagePatch
}

/** A patch of an object. */
export interface StagePatch {
  /** A template that prints the patch as YAML, or a function that returns it. */
  readonly template: string | ((object: ApiObject, values: StageValues) => unknown)
  /** The member that is patched, such as `status`. @default the whole object */
  readonly root?: string
  /** `status` or another subresource. @default the object itself */
  readonly subresource?: string
  /** @default 'strategic' for pods and nodes, 'merge' for other kinds */
  readonly type?: 'merge' | 'strategic' | 'json'
}

/** What the functions of patches can use besides the object. */
export interface StageValues {
  /** The time of the controllers, as RFC 3339. */
  readonly now: string
  /** The address of a simulated node. */
  nodeIp(node: string): string
  /** The address of a pod: that of its node on the host network, else one of the range of pods. */
  podIp(pod: ApiObject): string
}

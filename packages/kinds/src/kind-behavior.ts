import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { Column, ResourceDefinition, Strategy, Subresource } from '@pinnace/resources'
import type { CheckExpression, LoadExpressions } from './admissionregistration/match-conditions.ts'
import type { PolicyExpressions } from './admissionregistration/policy-expressions.ts'
import type { ClaimedNames } from './apiextensions/claimed-names.ts'

/** What a kind does beyond its row of the kind table; {@link builtInResources} merges the two. */
export interface KindBehavior<T extends ApiObject = ApiObject> {
  readonly strategy?: Strategy<T>
  /** All columns, Name and Age included. */
  readonly columns?: readonly Column<T>[]
  readonly compareRows?: NonNullable<ResourceDefinition<T>['compareRows']>
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>
  readonly refuseFieldLabel?: NonNullable<ResourceDefinition<T>['refuseFieldLabel']>
  readonly selectsNamespace?: boolean
  /** Replace or add to the default ones of the same name. */
  readonly subresources?: Readonly<Record<string, Subresource<T>>>
  readonly answeredView?: NonNullable<ResourceDefinition<T>['answeredView']>
  readonly isUncached?: boolean
  readonly shownMetadata?: NonNullable<ResourceDefinition<T>['shownMetadata']>
  readonly allocate?: NonNullable<ResourceDefinition<T>['allocate']>
  readonly allocatesFrom?: NonNullable<ResourceDefinition<T>['allocatesFrom']>
  readonly companions?: NonNullable<ResourceDefinition<T>['companions']>
  readonly validateName?: NonNullable<ResourceDefinition<T>['validateName']>
  readonly generateName?: NonNullable<ResourceDefinition<T>['generateName']>
  readonly conversion?: NonNullable<ResourceDefinition<T>['conversion']>
  readonly readOpenFields?: NonNullable<ResourceDefinition<T>['readOpenFields']>
  readonly zeroFields?: NonNullable<ResourceDefinition<T>['zeroFields']>
  readonly storedFields?: NonNullable<ResourceDefinition<T>['storedFields']>
  readonly storage?: ResourceDefinition<T>['storage']
  readonly ttlSeconds?: NonNullable<ResourceDefinition<T>['ttlSeconds']>
}

/** What the behavior of kinds depends on. */
export interface BehaviorContext {
  readonly vocabulary: Vocabulary
  /** Range that the cluster addresses of services come from; one of each family, with a comma, for both. */
  readonly serviceCidr: string
  /** Ports that services may take on every node, both ends included. */
  readonly nodePortRange: readonly [number, number]
  /** How long events are kept; 0 until they are deleted. */
  readonly eventTtlSeconds: number
  /** Names that no CRD of a group may have. */
  readonly claimedNames: ClaimedNames | undefined
  /** Checks the expressions of match conditions; undefined where match conditions are rejected. */
  readonly checkExpression: CheckExpression | undefined
  /** Loads what `checkExpression` needs. */
  readonly loadExpressions: LoadExpressions | undefined
  /** Checks the expressions of admission policies; undefined where they are stored as they are. */
  readonly policyExpressions: PolicyExpressions | undefined
  /** The release whose functions new expressions may use; undefined for the one before the newest. */
  readonly compatibleRelease: string | undefined
  /** Whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean
}

/** The behavior of kinds, by the name of their type: `core.v1.Pod`. */
export type KindBehaviors = Readonly<Record<string, KindBehavior>>

/** A module with the behavior of some kinds. */
export interface BehaviorModule {
  readonly behaviors: (context: BehaviorContext) => KindBehaviors
  /** Types of subresources that are none of the types of the module's kinds. */
  readonly subresourceTypes?: readonly string[]
}

/** The behavior of one kind as that of any: callers pass objects of the kind only. */
export function behaviorOf<T extends ApiObject>(behavior: KindBehavior<T>): KindBehavior {
  return behavior as unknown as KindBehavior
}

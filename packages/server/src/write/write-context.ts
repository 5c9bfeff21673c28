import type { AdmissionChain } from '@pinnace/admission'
import type { Authorizer } from '@pinnace/authz'
import type { Clock, Random, Vocabulary } from '@pinnace/meta'
import type { EscalationChecks } from '@pinnace/rbac'
import type { ExpressionObserver } from '@pinnace/resources'
import type { ResourceLookup } from '../storage/resource-lookup.ts'

/** What a write needs of the server. */
export interface WriteContext extends ResourceLookup {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly admission: AdmissionChain
  readonly authorize: Authorizer
  /** Checks of writes to roles and bindings; undefined without the mode RBAC. */
  readonly escalation: (() => Promise<EscalationChecks>) | undefined
  /** Measures the expressions of kinds; undefined without metrics. */
  readonly expressionObserver: ExpressionObserver | undefined
  /** The API group of roles and bindings. */
  readonly policyGroup: string
}

import { parseFieldSelector, parseLabelSelector, type UserInfo } from '@pinnace/meta'
import { suspend } from '../../../values/failure.ts'
import { CelObject, CelType, type CelValue } from '../../../values/value.ts'
import { DecisionMemo, type AccessCheck, type DecideAccess, type KnownDecision } from './access-check.ts'

export const authorizerType: CelType<CelAuthorizer> = new CelType('struct', 'kubernetes.authorization.Authorizer')
export const pathCheckType: CelType<PathCheck> = new CelType('struct', 'kubernetes.authorization.PathCheck')
export const groupCheckType: CelType<GroupCheck> = new CelType('struct', 'kubernetes.authorization.GroupCheck')
export const resourceCheckType: CelType<CelResourceCheck> = new CelType(
  'struct',
  'kubernetes.authorization.ResourceCheck',
)
export const decisionType: CelType<CelDecision> = new CelType('struct', 'kubernetes.authorization.Decision')

/** An object that has functions only, and no fields. */
abstract class FunctionsOnly extends CelObject {
  get(): undefined {
    return undefined
  }

  has(): boolean {
    return false
  }

  equals(other: CelValue): boolean {
    return other === this
  }
}

/** The variable `authorizer`: asks what a user may do. It keeps every decision, so use one for one request. */
export class CelAuthorizer extends FunctionsOnly {
  readonly type: CelType = authorizerType
  readonly user: UserInfo
  readonly #decisions: DecisionMemo

  constructor(user: UserInfo, decisions: DecisionMemo) {
    super()
    this.user = user
    this.#decisions = decisions
  }

  /** The same authorizer, about another user. */
  as(user: UserInfo): CelAuthorizer {
    return new CelAuthorizer(user, this.#decisions)
  }

  /** @throws a suspension where the decision is not known yet */
  decide(check: Omit<AccessCheck, 'user'>): CelDecision {
    const answer = this.#decisions.ask({ user: this.user, ...check })
    return answer instanceof Promise ? suspend(answer) : new CelDecision(answer)
  }
}

/** A request for a path. */
export class PathCheck extends FunctionsOnly {
  readonly type: CelType = pathCheckType
  readonly authorizer: CelAuthorizer
  readonly path: string

  constructor(authorizer: CelAuthorizer, path: string) {
    super()
    this.authorizer = authorizer
    this.path = path
  }

  check(verb: string): CelDecision {
    return this.authorizer.decide({ ...noResource, isResourceRequest: false, path: this.path, verb })
  }
}

/** Requests for the resources of a group. */
export class GroupCheck extends FunctionsOnly {
  readonly type: CelType = groupCheckType
  readonly authorizer: CelAuthorizer
  readonly group: string

  constructor(authorizer: CelAuthorizer, group: string) {
    super()
    this.authorizer = authorizer
    this.group = group
  }
}

/** What a {@link CelResourceCheck} asks about. */
export interface CheckedResource {
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

/** Requests for a resource: the type of the variable `authorizer.requestResource`. */
export class CelResourceCheck extends FunctionsOnly {
  readonly type: CelType = resourceCheckType
  readonly authorizer: CelAuthorizer
  readonly asked: CheckedResource

  constructor(authorizer: CelAuthorizer, asked: CheckedResource) {
    super()
    this.authorizer = authorizer
    this.asked = asked
  }

  with(more: Partial<CheckedResource>): CelResourceCheck {
    return new CelResourceCheck(this.authorizer, { ...this.asked, ...more })
  }

  check(verb: string): CelDecision {
    const { fieldSelector = '', labelSelector = '', ...asked } = this.asked
    const fields = readSelector(fieldSelector, parseFieldSelector)
    const labels = readSelector(labelSelector, parseLabelSelector)
    return this.authorizer.decide({
      ...noResource,
      ...asked,
      isResourceRequest: true,
      version: '*',
      verb,
      ...(fields === undefined ? {} : { fieldRequirements: fields.requirements }),
      ...(labels === undefined ? {} : { labelRequirements: labels.requirements }),
    })
  }
}

const noResource = { path: '', group: '', version: '', namespace: '', resource: '', subresource: '', name: '' } as const

/** A selector that does not parse narrows nothing. */
function readSelector<Selector>(text: string, parse: (text: string) => Selector): Selector | undefined {
  if (text === '') return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** What an authorizer has decided. */
export class CelDecision extends FunctionsOnly {
  readonly type: CelType = decisionType
  readonly decision: KnownDecision

  constructor(decision: KnownDecision) {
    super()
    this.decision = decision
  }
}

/** Options of {@link createAuthorizer}. */
export interface CelAuthorizerOptions {
  /** The user that checks are about, unless they name a service account. */
  readonly user: UserInfo
  readonly decide: DecideAccess
}

/**
 * Creates a value for the variable `authorizer`. Every question is asked once: keep the value for one request, so that
 * its expressions share the answers.
 */
export function createAuthorizer({ user, decide }: CelAuthorizerOptions): CelAuthorizer {
  return new CelAuthorizer(user, new DecisionMemo(decide))
}

/** Creates a value for the variable `authorizer.requestResource`. */
export function createResourceCheck(authorizer: CelAuthorizer, resource: CheckedResource): CelResourceCheck {
  return new CelResourceCheck(authorizer, resource)
}

import {
  createAuthorizer,
  createResourceCheck,
  fail,
  suspend,
  type CelAuthorizer,
  type CelValue,
  type Evaluation,
  type EvaluationLimits,
  type Program,
} from '@pinnace/cel'
import { quote, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { RuleMatch } from '../../match-policy.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { reviewSubject } from '../../webhooks/review-of.ts'
import type { ObjectViews } from '../../webhooks/object-views.ts'
import type { CompiledPolicyExpression } from './policy-expression.ts'
import type { CompiledVariables } from './policy-compiler.ts'

/** What the expressions of a policy are evaluated for. */
export interface PolicyInput {
  readonly attributes: AdmissionAttributes
  readonly match: RuleMatch
  readonly views: ObjectViews
  /** The parameter; null where the binding names none. */
  readonly params: ApiObject | null
  /** The namespace of the object; undefined for cluster-scoped objects, and for match conditions. */
  readonly namespace: ApiObject | undefined
  /** Undefined where expressions have no authorizer. */
  readonly authorizer: CelAuthorizer | undefined
}

/** Creates the authorizer of one request, which asks every question once. */
export function authorizerOf({ user }: AdmissionAttributes, authorize: PluginContext['authorize']): CelAuthorizer {
  return createAuthorizer({ user, decide: authorize })
}

/**
 * What expressions that are evaluated together share: their variables, each evaluated when it is first read, and what
 * these have cost.
 */
// upstream: apiserver/pkg/admission/plugin/cel/composition.go and activation.go
export class PolicyScope {
  readonly #input: PolicyInput
  readonly #compiled: CompiledVariables
  readonly #limits: EvaluationLimits
  readonly #outcomes = new Map<string, Evaluation>()
  readonly #values = new Map<string, unknown>()
  #costOfVariables = 0

  constructor(input: PolicyInput, variables: CompiledVariables, limits: EvaluationLimits) {
    this.#input = input
    this.#compiled = variables
    this.#limits = limits
  }

  evaluate({ program }: { readonly program: Program }): Awaitable<Evaluation> {
    return program.evaluateAsync(this.#read, this.#limits)
  }

  /** What variables have cost since this was last called. */
  takeCostOfVariables(): number {
    const cost = this.#costOfVariables
    this.#costOfVariables = 0
    return cost
  }

  readonly #read = (name: string): unknown => {
    const { views, params, authorizer, attributes } = this.#input
    switch (name) {
      case 'object':
        return views.object
      case 'oldObject':
        return views.oldObject
      case 'params':
        return params
      case 'authorizer':
        return authorizer
      case 'authorizer.requestResource':
        return authorizer === undefined
          ? undefined
          : this.#remember(name, () => requestResource(authorizer, attributes))
      case 'request':
        return this.#remember(name, () => reviewSubject(attributes, this.#input.match))
      case 'namespaceObject':
        return this.#remember(name, () => namespaceValue(this.#input.namespace))
      case 'variables':
        return this.#remember(name, () => this.#variables())
      default:
        return undefined
    }
  }

  #remember(name: string, make: () => unknown): unknown {
    let value = this.#values.get(name)
    if (value === undefined) this.#values.set(name, (value = make()))
    return value
  }

  #variables(): object {
    const members: PropertyDescriptorMap = {}
    for (const [name, compiled] of this.#compiled) {
      members[name] = { enumerable: true, get: () => this.#variable(name, compiled) }
    }
    return Object.defineProperties({}, members)
  }

  #variable(name: string, compiled: CompiledPolicyExpression): CelValue {
    if (compiled.problem !== undefined) {
      return fail(`composited variable ${quote(name)} fails to compile: ${compiled.problem.message}`)
    }
    const known = this.#outcomes.get(name)
    const outcome = known ?? this.evaluate(compiled)
    if (outcome instanceof Promise) return suspend(outcome.then((settled) => this.#settle(name, settled)))
    if (known === undefined) this.#settle(name, outcome)
    if (outcome.error !== undefined) {
      return fail(`composited variable ${quote(name)} fails to evaluate: ${outcome.error.message}`)
    }
    return outcome.value
  }

  #settle(name: string, outcome: Evaluation): void {
    this.#outcomes.set(name, outcome)
    if (outcome.error === undefined) this.#costOfVariables += outcome.cost
  }
}

function requestResource(authorizer: CelAuthorizer, attributes: AdmissionAttributes): unknown {
  const { resource, subresource, namespace, name } = attributes
  return createResourceCheck(authorizer, {
    group: resource.group,
    resource: resource.resource,
    subresource,
    namespace,
    name,
  })
}

const namespaceFields: ReadonlySet<string> = new Set([
  'name',
  'generateName',
  'namespace',
  'labels',
  'annotations',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'resourceVersion',
  'finalizers',
])

/** The namespace as expressions see it. */
// upstream: apiserver/pkg/admission/plugin/cel/condition.go, CreateNamespaceObject
function namespaceValue(namespace: ApiObject | undefined): unknown {
  if (namespace === undefined) return null
  const { metadata, spec, status } = namespace as ApiObject & { readonly spec?: unknown; readonly status?: unknown }
  const shown = Object.fromEntries(Object.entries(metadata).filter(([field]) => namespaceFields.has(field)))
  return {
    metadata: shown,
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  }
}

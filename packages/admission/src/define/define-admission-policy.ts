import { kubernetesVocabulary, withErrorCodes, type ApiObject } from '@pinnace/meta'
import type {
  AuditAnnotation,
  MatchResources,
  MutatingAdmissionPolicyBindingSpec,
  MutatingAdmissionPolicySpec,
  NamedRuleWithOperations,
  ParamKind,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '@pinnace/types/admissionregistration-v1'
import { dump } from 'js-yaml'
import type { AdmissionPlugin, PluginHost } from '../plugin.ts'
import { dispatchMutating, type MutatingHook } from '../policies/mutating/dispatch-mutating.ts'
import { policyEngine, type PolicyEngine } from '../policies/policy-engine.ts'
import { createPolicyMetrics } from '../policies/policy-metrics.ts'
import { policyHook } from '../policies/policy-source.ts'
import { dispatchValidating, type ValidatingHook } from '../policies/validating/dispatch-validating.ts'
import type { CompiledPolicyExpression } from '../policies/expressions/policy-expression.ts'

/** What both sorts of policies have. Expressions are in the Common Expression Language. */
export interface PolicyDefinition {
  /** The name of the policy and, with a number where there are several, of its bindings. */
  readonly name: string
  /** The requests that the policy is for. */
  readonly rules: readonly NamedRuleWithOperations[]
  /** Requests that it is not for, although a rule matches. @default none */
  readonly excludeRules?: readonly NamedRuleWithOperations[]
  readonly namespaceSelector?: NonNullable<MatchResources['namespaceSelector']>
  readonly objectSelector?: NonNullable<MatchResources['objectSelector']>
  /** @default 'Equivalent' */
  readonly matchPolicy?: 'Exact' | 'Equivalent'
  /** What happens to requests when the policy fails. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore'
  /** The kind of the parameters that bindings name. @default none */
  readonly paramKind?: ParamKind
  /** Conditions by name, which must be true for the policy to be evaluated. @default none */
  readonly conditions?: Readonly<Record<string, string>>
  /** Expressions by the name that later ones have for them: `variables.name`. @default none */
  readonly variables?: Readonly<Record<string, string>>
}

/** A policy that judges requests. */
export interface ValidatingPolicyDefinition extends PolicyDefinition {
  readonly validations: readonly Validation[]
  readonly auditAnnotations?: readonly AuditAnnotation[]
  /** Without `validationActions`, a binding denies. @default one that denies */
  readonly bindings?: readonly (Omit<ValidatingAdmissionPolicyBindingSpec, 'policyName' | 'validationActions'> &
    Partial<Pick<ValidatingAdmissionPolicyBindingSpec, 'validationActions'>>)[]
}

/** A policy that changes objects. */
export interface MutatingPolicyDefinition extends PolicyDefinition {
  /** Objects to merge, as `Object{…}`, or lists of `JSONPatch{…}`. */
  readonly mutations: readonly ({ readonly apply: string } | { readonly jsonPatch: string })[]
  /** @default 'Never' */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded'
  /** @default one */
  readonly bindings?: readonly Omit<MutatingAdmissionPolicyBindingSpec, 'policyName'>[]
}

/** A policy of a host: a plugin for its servers, `evaluate` and `serveWebhook`, and objects for any cluster. */
export interface DefinedPolicy extends AdmissionPlugin {
  readonly definition: ValidatingPolicyDefinition | MutatingPolicyDefinition
  /** The policy and its bindings, as they are applied to a cluster. */
  readonly objects: readonly ApiObject[]
  /** The objects as YAML documents. */
  toYaml(): string
  bind(host: PluginHost): AdmissionPlugin
}

/**
 * Defines an admission policy in the form of ValidatingAdmissionPolicies or MutatingAdmissionPolicies. A server evaluates
 * it as it would evaluate the objects. Throws a TypeError for an expression that does not compile.
 *
 * @example
 * ```ts
 * const replicas = defineAdmissionPolicy({
 *   name: 'replica-limit',
 *   rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] }],
 *   validations: [{ expression: 'object.spec.replicas <= 5', message: 'at most 5 replicas' }],
 * })
 * ```
 */
export function defineAdmissionPolicy(
  definition: ValidatingPolicyDefinition | MutatingPolicyDefinition,
): DefinedPolicy {
  return withErrorCodes('admission-plugin', () =>
    'mutations' in definition ? defineMutating(definition) : defineValidating(definition),
  )
}

/** Whether a plugin of a host is a policy. */
export function isPolicy(plugin: AdmissionPlugin): plugin is DefinedPolicy {
  return 'toYaml' in plugin
}

function defineValidating(definition: ValidatingPolicyDefinition): DefinedPolicy {
  const { validations, auditAnnotations, bindings = [{}] } = definition
  const spec: ValidatingAdmissionPolicySpec = {
    ...commonSpec(definition),
    validations: [...validations],
    ...(auditAnnotations === undefined ? {} : { auditAnnotations: [...auditAnnotations] }),
  }
  const compiled = policyEngine(kubernetesVocabulary).validating(spec)
  assertCompiles(definition.name, [
    ...sharedExpressions(compiled),
    ...compiled.validations,
    ...compiled.messages,
    ...compiled.auditAnnotations,
  ])
  const policy = policyObject('ValidatingAdmissionPolicy', definition.name, spec)
  const bound = bindings.map((binding, index) =>
    bindingObject('ValidatingAdmissionPolicyBinding', definition.name, index, {
      validationActions: ['Deny'],
      ...binding,
    }),
  )
  const hooks: readonly ValidatingHook[] = policyHook(policy, bound)
  return definedPolicy(definition, [policy, ...bound], (host) => {
    const metrics = createPolicyMetrics(host.metrics, 'validating')
    return {
      validate: (attributes) =>
        dispatchValidating({ ...host, metrics, engine: policyEngine(host.vocabulary) }, attributes, hooks),
    }
  })
}

function defineMutating(definition: MutatingPolicyDefinition): DefinedPolicy {
  const { mutations, reinvocationPolicy = 'Never', bindings = [{}] } = definition
  const spec: MutatingAdmissionPolicySpec = {
    ...commonSpec(definition),
    reinvocationPolicy,
    mutations: mutations.map((mutation) =>
      'apply' in mutation
        ? { patchType: 'ApplyConfiguration', applyConfiguration: { expression: mutation.apply } }
        : { patchType: 'JSONPatch', jsonPatch: { expression: mutation.jsonPatch } },
    ),
  }
  const compiled = policyEngine(kubernetesVocabulary).mutating(spec)
  assertCompiles(definition.name, [
    ...sharedExpressions(compiled),
    ...compiled.mutations.map(({ expression }) => expression),
  ])
  const policy = policyObject('MutatingAdmissionPolicy', definition.name, spec)
  const bound = bindings.map((binding, index) =>
    bindingObject('MutatingAdmissionPolicyBinding', definition.name, index, { ...binding }),
  )
  const hooks: readonly MutatingHook[] = policyHook(policy, bound)
  return definedPolicy(definition, [policy, ...bound], (host) => {
    const metrics = createPolicyMetrics(host.metrics, 'mutating')
    return {
      admit: (attributes) =>
        dispatchMutating({ ...host, metrics, engine: policyEngine(host.vocabulary) }, attributes, hooks),
    }
  })
}

function commonSpec(definition: PolicyDefinition): Omit<ValidatingAdmissionPolicySpec, 'validations'> {
  const { rules, excludeRules, namespaceSelector, objectSelector, matchPolicy = 'Equivalent' } = definition
  const { failurePolicy = 'Fail', paramKind, conditions, variables } = definition
  const matchConstraints: MatchResources = {
    resourceRules: [...rules],
    ...(excludeRules === undefined ? {} : { excludeResourceRules: [...excludeRules] }),
    ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
    ...(objectSelector === undefined ? {} : { objectSelector }),
    matchPolicy,
  }
  return {
    matchConstraints,
    failurePolicy,
    ...(paramKind === undefined ? {} : { paramKind }),
    ...(conditions === undefined ? {} : { matchConditions: namedExpressions(conditions) }),
    ...(variables === undefined ? {} : { variables: namedExpressions(variables) }),
  }
}

function namedExpressions(expressions: Readonly<Record<string, string>>): { name: string; expression: string }[] {
  return Object.entries(expressions).map(([name, expression]) => ({ name, expression }))
}

function sharedExpressions({
  conditions,
  variables,
}: Pick<ReturnType<PolicyEngine['mutating']>, 'conditions' | 'variables'>): readonly CompiledPolicyExpression[] {
  return [...conditions, ...variables.values()]
}

function assertCompiles(name: string, expressions: readonly (CompiledPolicyExpression | undefined)[]): void {
  for (const compiled of expressions) {
    if (compiled?.problem === undefined) continue
    throw new TypeError(
      `admission policy ${JSON.stringify(name)}: ${JSON.stringify(compiled.expression)}: ${compiled.problem.message}`,
    )
  }
}

const apiVersion = `${kubernetesVocabulary.group('admissionregistration')}/v1`

function policyObject<Spec>(kind: string, name: string, spec: Spec): ApiObject & { readonly spec: Spec } {
  return { apiVersion, kind, metadata: { name }, spec }
}

function bindingObject<Spec extends object>(
  kind: string,
  name: string,
  index: number,
  spec: Spec,
): ApiObject & { readonly spec: Spec & { readonly policyName: string } } {
  const metadata = { name: index === 0 ? name : `${name}-${index + 1}` }
  return { apiVersion, kind, metadata, spec: { policyName: name, ...spec } }
}

type Phases = Pick<AdmissionPlugin, 'admit' | 'validate'>

function definedPolicy(
  definition: DefinedPolicy['definition'],
  objects: readonly ApiObject[],
  phasesOf: (host: PluginHost) => Phases,
): DefinedPolicy {
  const { name } = definition
  return {
    name,
    definition,
    objects,
    toYaml: () => objects.map((object) => dump(object, { noRefs: true })).join('---\n'),
    // Only a bound plugin is asked.
    handles: () => false,
    bind: (host) => ({ name, handles: () => true, ...phasesOf(host) }),
  }
}

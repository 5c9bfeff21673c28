import { cloneJson, isEqualJson, StatusError, type ApiObject } from '@pinnace/meta'
import type { MatchResources } from '@pinnace/types/admissionregistration-v1'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { matchesObject } from '../match-selectors.ts'
import type { PluginHost } from '../plugin.ts'
import { matchPolicy } from '../policies/match-admission-policy.ts'
import { policyMatch } from '../policies/policy.ts'
import type { DefinedPolicy } from './define-admission-policy.ts'
import type { EvaluationStep, MatchStep } from './evaluation-step.ts'

/** Evaluates a policy on a request and returns the resulting object. Throws a StatusError where the policy denies it. */
export async function evaluatePolicy(
  policy: DefinedPolicy,
  attributes: AdmissionAttributes,
  host: PluginHost,
  trace: EvaluationStep[],
): Promise<ApiObject | undefined> {
  const matched = await matchStep(policy, attributes, host)
  trace.push(matched)
  if ('mismatch' in matched) return attributes.object
  const { admit, validate } = policy.bind(host)
  const step = admit === undefined ? 'validate' : 'mutate'
  const before = cloneJson(attributes.object)
  try {
    await admit?.(attributes)
    await validate?.(attributes)
  } catch (error) {
    trace.push({ step, outcome: error instanceof StatusError ? 'denied' : 'failed' })
    throw error
  }
  if (step === 'validate') trace.push({ step, outcome: 'accepted' })
  else trace.push({ step, outcome: isEqualJson(before, attributes.object) ? 'unchanged' : 'changed' })
  return attributes.object
}

async function matchStep(policy: DefinedPolicy, attributes: AdmissionAttributes, host: PluginHost): Promise<MatchStep> {
  const match = policyMatch(constraintsOf(policy))
  const found = await matchPolicy(match, attributes, host)
  if (found !== undefined) return { step: 'match', ...found }
  if (!matchesObject(match.objectSelector, attributes)) return { step: 'match', mismatch: 'objectSelector' }
  const withoutNamespaces = policyMatch({ ...constraintsOf(policy), namespaceSelector: {} })
  const isSelected = (await matchPolicy(withoutNamespaces, attributes, host)) === undefined
  return { step: 'match', mismatch: isSelected ? 'rules' : 'namespaceSelector' }
}

function constraintsOf({ objects: [policy] }: DefinedPolicy): MatchResources {
  const { spec } = policy as ApiObject & { readonly spec?: { readonly matchConstraints?: MatchResources } }
  return spec?.matchConstraints ?? {}
}

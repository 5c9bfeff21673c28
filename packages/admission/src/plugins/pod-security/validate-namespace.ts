import { invalid, isEqualJson, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import type { Evaluate } from './create-evaluator.ts'
import { warnOfExistingPods } from './existing-pods.ts'
import { isAtMost, isSame } from './level.ts'
import { exemptNamespaceWarning, readNamespacePolicy } from './namespace-policy.ts'
import type { PodSecuritySettings } from './read-settings.ts'

/** Options for {@link validateNamespace}. */
export interface ValidateNamespaceOptions {
  readonly context: PluginContext
  readonly evaluate: Evaluate
  readonly settings: PodSecuritySettings
}

/** Refuses invalid policy labels of a namespace, and warns of existing pods that violate a new enforce level. */
// upstream: pod-security-admission/admission/admission.go, ValidateNamespace
export function validateNamespace(
  attributes: AdmissionAttributes,
  { context, evaluate, settings: { defaults, exempt } }: ValidateNamespaceOptions,
): Awaitable<void> {
  const { operation, kind, namespace, object, oldObject } = attributes
  const prefix = `pod-security.${context.vocabulary.labelDomain}/`
  const labels = object?.metadata.labels
  const { policy, errors } = readNamespacePolicy(labels, prefix, defaults)
  const isExempt = exempt.namespaces.has(namespace)
  const warnOfExemption = (): void => {
    const text = exemptNamespaceWarning(namespace, labels, { prefix, policy, defaults })
    if (text !== undefined) attributes.warn(text)
  }
  if (operation === 'CREATE') {
    if (errors.length > 0) throw invalid(kind, attributes.name, errors)
    if (isExempt) warnOfExemption()
    return
  }
  const before = readNamespacePolicy(oldObject?.metadata.labels, prefix, defaults)
  // Labels that were invalid before do not prevent other changes.
  if (errors.length > 0 && !isEqualJson(errors, before.errors)) throw invalid(kind, attributes.name, errors)
  const { enforce } = policy
  const old = before.policy.enforce
  if (isSame(enforce, old) || enforce.level === 'privileged') return
  if (enforce.minor === old.minor && isAtMost(enforce.level, old.level)) return
  if (isExempt) return warnOfExemption()
  return warnOfExistingPods(attributes, { context, evaluate, enforce, exemptRuntimeClasses: exempt.runtimeClasses })
}

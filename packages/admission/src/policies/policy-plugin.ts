import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { AdmissionPlugin } from '../plugin.ts'
import { exemptResources } from './exempt-resources.ts'
import type { MutatingHook } from './mutating/dispatch-mutating.ts'
import { createPolicyMetrics } from './policy-metrics.ts'
import { createPolicySource } from './policy-source.ts'
import type { ValidatingHook } from './validating/dispatch-validating.ts'

/** Creates the plugin of validating policies. Without policies it returns at once, and nothing is loaded. */
export function createValidatingPolicyPlugin(name: string, context: PluginContext): AdmissionPlugin {
  const { vocabulary, objects } = context
  const group = vocabulary.group('admissionregistration')
  const hooks = createPolicySource<ValidatingHook['stored'], ValidatingHook['bindings'][number]['stored']>({
    objects,
    policies: { group, resource: 'validatingadmissionpolicies' },
    bindings: { group, resource: 'validatingadmissionpolicybindings' },
  })
  const isExempt = exemptResources(vocabulary)
  const metrics = createPolicyMetrics(context.metrics, 'validating')
  const judge = async (attributes: AdmissionAttributes, found: readonly ValidatingHook[]): Promise<void> => {
    const { dispatchValidating, policyEngine } = await import('./load-policies.ts')
    return dispatchValidating({ ...context, metrics, engine: policyEngine(vocabulary) }, attributes, found)
  }
  return {
    name,
    handles: () => true,
    validate: (attributes): Awaitable<void> =>
      thenMaybe(hooks(), (found) =>
        found.length === 0 || isExempt(attributes) ? undefined : judge(attributes, found),
      ),
  }
}

/** Creates the plugin of mutating policies. Without policies it returns at once, and nothing is loaded. */
export function createMutatingPolicyPlugin(name: string, context: PluginContext): AdmissionPlugin {
  const { vocabulary, objects } = context
  const group = vocabulary.group('admissionregistration')
  const hooks = createPolicySource<MutatingHook['stored'], MutatingHook['bindings'][number]['stored']>({
    objects,
    policies: { group, resource: 'mutatingadmissionpolicies' },
    bindings: { group, resource: 'mutatingadmissionpolicybindings' },
  })
  const isExempt = exemptResources(vocabulary)
  const metrics = createPolicyMetrics(context.metrics, 'mutating')
  const change = async (attributes: AdmissionAttributes, found: readonly MutatingHook[]): Promise<void> => {
    const { dispatchMutating, policyEngine } = await import('./load-policies.ts')
    return dispatchMutating({ ...context, metrics, engine: policyEngine(vocabulary) }, attributes, found)
  }
  return {
    name,
    handles: () => true,
    admit: (attributes): Awaitable<void> =>
      thenMaybe(hooks(), (found) =>
        found.length === 0 || isExempt(attributes) ? undefined : change(attributes, found),
      ),
  }
}

import { isDns1123Label, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import { validateLabels } from '@pinnace/resources'
import type { RuntimeClass, Scheduling } from '@pinnace/types/node-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { runtimeClassColumns } from '../columns/cluster.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import { goValue } from '../go-values/go-value.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateResources } from '../core/pod-spec/resources/resources.ts'
import { validateTolerations } from '../core/pod-spec/scheduling/tolerations.ts'

/** Runtime classes: what runs a pod, what that costs and where it can. */
// upstream: registry/node/runtimeclass/strategy.go and node/validation, ValidateRuntimeClass
export function runtimeClass(vocabulary: Vocabulary): KindBehavior<RuntimeClass> {
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      validate: (next, errors) => validateRuntimeClass(next, rules, errors),
      validateUpdate(next, live, errors) {
        validateRuntimeClass(next, rules, errors)
        if (next.handler !== live.handler) errors.invalid('handler', next.handler, sentences.immutable)
      },
      warnings: ({ scheduling }) => deprecatedLabels(scheduling, rules),
    },
    columns: runtimeClassColumns,
  }
}

const noClaims: ReadonlySet<string> = new Set()

function validateRuntimeClass(next: RuntimeClass, rules: PodRules, errors: FieldErrors): void {
  const { handler, overhead, scheduling } = next
  if (handler === '') errors.required('handler')
  else reportEach(errors, isDns1123Label(handler), 'handler', handler)
  if (overhead)
    validateResources({ limits: overhead.podFixed ?? {} }, 'overhead', errors, {
      owner: 'container',
      rules,
      claimNames: noClaims,
    })
  if (!scheduling) return
  validateLabels(scheduling.nodeSelector, 'scheduling.nodeSelector', errors)
  const { tolerations = [] } = scheduling
  validateTolerations(tolerations, 'scheduling.tolerations', errors)
  const seen = new Set<string>()
  tolerations.forEach((toleration, index) => {
    const { key = '', operator = '', value = '', effect = '' } = toleration
    const identity = JSON.stringify([key, operator, value, effect])
    if (seen.has(identity)) {
      errors.duplicate(`scheduling.tolerations[${index}]`, goValue('core.v1.Toleration', toleration))
    }
    seen.add(identity)
  })
}

// upstream: pkg/api/node/util.go, GetWarningsForRuntimeClass – which of the labels is not said.
function deprecatedLabels(scheduling: Scheduling | undefined, rules: PodRules): readonly string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((key) => {
    const message = rules.deprecatedNodeLabels.get(key)
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`]
  })
}

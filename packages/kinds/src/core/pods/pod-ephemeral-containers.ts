import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { type ObjectSubresource } from '@pinnace/resources'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { keepMetadata, keepStatus } from '../../status-subresource.ts'
import { bumpPodGeneration } from './pod-generation.ts'
import { validatePodAnnotationsUpdate } from '../pod-spec/security/pod-annotations.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { goDiff } from '../../go-values/go-value.ts'
import { validateMetadataAndSpec } from './pod-validation.ts'
import { specOf } from '../../spec-of.ts'

/** `/ephemeralcontainers`: adds containers to a running pod, and changes nothing else. */
// upstream: registry/core/pod/strategy.go, podEphemeralContainersStrategy
export function podEphemeralContainers(
  rules: PodRules,
  defaults: (next: Mutable<Pod>) => void,
): ObjectSubresource<Pod> {
  return {
    type: 'object',
    verbs: ['get', 'patch', 'update'],
    ownedFields: ['spec'],
    strategy: {
      defaults,
      // upstream: registry/core/pod/storage, EphemeralContainersREST has no GetResetFields – writers also own what is put back.
      resetFields: [],
      prepareForUpdate(next, live) {
        const containers = next.spec?.ephemeralContainers
        const spec = { ...specOf(live) } as Mutable<NonNullable<Pod['spec']>>
        if (containers) spec.ephemeralContainers = containers
        else delete spec.ephemeralContainers
        next.spec = spec
        keepStatus(next, live)
        keepMetadata(next, live)
        bumpPodGeneration(next, live)
      },
      validateUpdate: (next, live, errors) => validateChange(next, live, rules, errors),
    },
  }
}

// upstream: core/validation, ValidatePodEphemeralContainersUpdate
function validateChange(next: Pod, live: Pod, rules: PodRules, errors: FieldErrors): void {
  if (live.metadata.annotations && Object.hasOwn(live.metadata.annotations, rules.mirrorAnnotation)) {
    return errors.forbidden('', 'static pods do not support ephemeral containers')
  }
  validateMetadataAndSpec(next, rules, errors)
  const { annotations } = next.metadata
  validatePodAnnotationsUpdate(annotations, live.metadata.annotations, errors, { rules, at: 'metadata.annotations' })
  const containers = new Map(next.spec?.ephemeralContainers?.map((container) => [container.name, container]))
  for (const stored of live.spec?.ephemeralContainers ?? []) {
    const container = containers.get(stored.name)
    const which = `existing ephemeral containers ${JSON.stringify(stored.name)}`
    if (container === undefined) {
      errors.forbidden('spec.ephemeralContainers', `${which} may not be removed\n`)
    } else if (!isSemanticEqual(container, stored)) {
      const diff = goDiff('core.v1.EphemeralContainer', stored, container)
      errors.forbidden('spec.ephemeralContainers', `${which} may not be changed\n${diff}`)
    }
  }
  return undefined
}

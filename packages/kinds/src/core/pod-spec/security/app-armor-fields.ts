import { FieldErrors, isSemanticEqual, type Mutable } from '@pinnace/meta'
import { type StrategyContext } from '@pinnace/resources'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { appArmorAnnotation, appArmorProfileOf } from './pod-annotations.ts'
import type { PodRules } from '../pod-rules.ts'
import { validateAppArmorProfile } from './security-profiles.ts'
import { containerLists } from '../containers/visit-containers.ts'
import { specOf } from '../../../spec-of.ts'

/** Copies the deprecated AppArmor annotations to `appArmorProfile`, with a warning. */
// upstream: registry/core/pod/strategy.go, applyAppArmorVersionSkew
export function applyAppArmorAnnotations(next: Mutable<Pod>, rules: PodRules, context: StrategyContext): void {
  const spec = specOf(next)
  const annotations = next.metadata.annotations!
  if (spec.os?.name === 'windows') return
  const ofPod = spec.securityContext?.appArmorProfile
  for (const list of containerLists) {
    for (const container of spec[list] ?? []) {
      const annotation = appArmorAnnotation(annotations, container, rules)
      if (annotation === undefined || container.securityContext?.appArmorProfile) continue
      const profile = validProfileOf(annotation)
      if (profile !== undefined) {
        if (isSemanticEqual(profile, ofPod)) continue
        container.securityContext = { ...container.securityContext, appArmorProfile: profile }
      }
      const field = `metadata.annotations[${rules.appArmorPrefix}${container.name}]`
      context.warn(`${field}: deprecated since v1.30; use the "appArmorProfile" field instead`)
    }
  }
}

function validProfileOf(annotation: string): ReturnType<typeof appArmorProfileOf> {
  const profile = appArmorProfileOf(annotation)
  if (profile === undefined) return undefined
  const errors = new FieldErrors()
  validateAppArmorProfile(profile, '', errors)
  return errors.isEmpty ? profile : undefined
}

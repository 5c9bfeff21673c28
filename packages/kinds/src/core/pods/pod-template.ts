import type { FieldErrors, Mutable } from '@pinnace/meta'
import { column, nameColumn } from '@pinnace/resources'
import type { PodTemplate } from '@pinnace/types/core-v1-pods'
import type { KindBehavior } from '../../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../../columns/containers.ts'
import { formatLabels } from '../../columns/format.ts'
import { bumpGeneration, startGeneration } from '../../generation.ts'
import { dropDisabledTemplateFields } from '../pod-spec/dropped-fields.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { defaultPodTemplateSpec, validatePodTemplateSpec } from './pod-template-spec.ts'
import { podTemplateWarnings } from './pod-warnings.ts'

/** Templates kept by themselves. */
// upstream: registry/core/podtemplate/strategy.go
export function podTemplate(rules: PodRules): KindBehavior<PodTemplate> {
  const validate = (next: PodTemplate, errors: FieldErrors): void =>
    validatePodTemplateSpec(next.template ?? {}, rules, 'template', errors)
  return {
    strategy: {
      defaults(next: Mutable<PodTemplate>) {
        const template = (next.template ??= {})
        template.spec ??= { containers: [] }
        defaultPodTemplateSpec(template, rules)
      },
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.template, undefined, rules)
        startGeneration(next)
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.template, live.template, rules)
        bumpGeneration(next, live)
      },
      validate,
      validateUpdate: (next, _, errors) => validate(next, errors),
      warnings: (next, live) =>
        live?.metadata.generation !== undefined && live.metadata.generation === next.metadata.generation
          ? []
          : podTemplateWarnings(next.template ?? {}, 'template', rules),
    },
    columns: [
      nameColumn,
      containersColumn((object: PodTemplate) => object.template),
      imagesColumn((object: PodTemplate) => object.template),
      column<PodTemplate>('Pod Labels', ({ template }) => formatLabels(template?.metadata?.labels)),
    ],
  }
}

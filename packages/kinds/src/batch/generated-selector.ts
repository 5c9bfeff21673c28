import { fromLabelSelector, isLabelValue, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import { oldControllerUid, oldJobName, type JobRules } from './job-rules.ts'
import { specOf } from '../spec-of.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { printedLabels } from '../validation/printed-labels.ts'

/** Sets the selector that matches only the pods of this job, and the labels it selects. */
// upstream: registry/batch/job/strategy.go, generateSelector
export function generateSelector(next: Mutable<Job>, { controllerUid, jobName }: JobRules): void {
  const spec = specOf(next)
  if (spec.manualSelector === true) return
  const { name = '', uid = '' } = next.metadata
  const generated = { [oldJobName]: name, [jobName]: name, [oldControllerUid]: uid, [controllerUid]: uid }
  // A job without labels of its own has those of its template. Generated ones are only shown: they are not validated again.
  const ofTemplate = spec.template.metadata?.labels
  const sharesLabels =
    next.metadata.labels === ofTemplate && (ofTemplate !== undefined || isLabelValue(name).length === 0)
  const labels = sorted({ ...generated, ...spec.template.metadata?.labels })
  spec.template.metadata = { ...spec.template.metadata, labels }
  if (sharesLabels) next.metadata.labels = { ...labels }
  const matchLabels = sorted({ [controllerUid]: uid, ...spec.selector?.matchLabels })
  spec.selector = { ...spec.selector, matchLabels }
}

/** Rejects generated labels with other values, and selectors that do not match them. */
// upstream: apis/batch/validation, validateGeneratedSelector
export function validateGeneratedSelector(
  next: Job,
  { controllerUid, jobName }: JobRules,
  { requirePrefixed }: { readonly requirePrefixed: boolean },
  errors: FieldErrors,
): void {
  const { manualSelector, selector, template } = specOf(next)
  if (manualSelector === true || selector === undefined) return
  const { name = '', uid = '' } = next.metadata
  if (uid === '') errors.required('metadata.uid')
  const labels = template.metadata?.labels ?? {}
  const old = { [oldControllerUid]: uid, [oldJobName]: name }
  const expected = requirePrefixed ? { ...old, [controllerUid]: uid, [jobName]: name } : old
  for (const [key, value] of Object.entries(expected)) {
    const field = `spec.template.metadata.labels[${key}]`
    if (labels[key] === undefined) errors.required(field, `must be '${value}'`)
    else if (labels[key] !== value) errors.invalid(field, printedLabels(template.metadata), `must be '${value}'`)
  }
  try {
    if (fromLabelSelector(selector).matches(expected)) return
  } catch {
    // Said of the selector itself.
    return
  }
  errors.invalid('spec.selector', orderedSelector(selector), '`selector` not auto-generated')
}

// upstream: messages print labels sorted by key.
function sorted(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

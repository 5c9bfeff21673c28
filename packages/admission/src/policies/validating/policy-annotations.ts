import type { AdmissionAttributes } from '../../admission-attributes.ts'

/** Longer values are cut. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, maxAuditAnnotationValueLength
const maxValueBytes = 10 * 1024

/** The audit annotations of a policy, from all of its bindings and parameters. */
export class PolicyAnnotations {
  readonly #values = new Map<string, Set<string>>()

  add(key: string, value: string): void {
    let values = this.#values.get(key)
    if (values === undefined) this.#values.set(key, (values = new Set()))
    values.add(cut(value))
  }

  /** Writes them under the name of the policy; different values of a key are joined. */
  publish(policy: string, attributes: Pick<AdmissionAttributes, 'annotate'>): void {
    for (const [key, values] of this.#values) attributes.annotate(`${policy}/${key}`, [...values].join(', '))
  }
}

function cut(value: string): string {
  const bytes = Buffer.from(value)
  return bytes.length <= maxValueBytes ? value : bytes.subarray(0, maxValueBytes).toString()
}

import type { AdmissionAttributes } from '../../src/index.ts'

/** What is said of a request about a pod, `a` in the namespace `default`. */
export function podRequest(
  pod: { readonly metadata?: object; readonly spec?: object },
  over: Partial<AdmissionAttributes> = {},
): Partial<AdmissionAttributes> {
  return {
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    object: podOf(pod),
    ...over,
  }
}

/** A pod of one container, or as it is said. */
export function podOf(pod: {
  readonly metadata?: object
  readonly spec?: object
}): NonNullable<AdmissionAttributes['object']> {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'default', ...pod.metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...pod.spec },
  } as NonNullable<AdmissionAttributes['object']>
}

import { createReinvocation, type AdmissionAttributes } from '../../src/index.ts'

/** The creation of a config map, or what is said otherwise. */
export function attributes(over: Partial<AdmissionAttributes> = {}): AdmissionAttributes {
  return {
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'default',
    name: 'a',
    user: { username: 'u', groups: [], extra: {} },
    object: { metadata: { name: 'a' } },
    oldObject: undefined,
    options: undefined,
    dryRun: false,
    deadlineMs: undefined,
    signal: undefined,
    reinvocation: createReinvocation(),
    warn: () => {},
    annotate: () => {},
    isAudited: () => false,
    ...over,
  }
}

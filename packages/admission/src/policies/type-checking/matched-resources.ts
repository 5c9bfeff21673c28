import type { GroupVersionResource } from '@pinnace/meta'
import type { ValidatingAdmissionPolicySpec } from '@pinnace/types/admissionregistration-v1'

/** The resources that a policy names; those of rules with wildcards, and subresources, are not checked. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/typechecking.go, typesToCheck
export function matchedResources({ matchConstraints }: ValidatingAdmissionPolicySpec): readonly GroupVersionResource[] {
  return (matchConstraints?.resourceRules ?? []).flatMap(({ apiGroups = [], apiVersions = [], resources = [] }) => {
    if (apiGroups.includes('*') || apiVersions.includes('*')) return []
    const named = resources.filter((resource) => !/[*/]/.test(resource)).toSorted()
    return apiGroups
      .toSorted()
      .flatMap((group) =>
        apiVersions.toSorted().flatMap((version) => named.map((resource) => ({ group, version, resource }))),
      )
  })
}

import type { Mutable } from '@pinnace/meta'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** Sets the defaults of a CRD, in place. */
// upstream: apis/apiextensions/v1/defaults.go
export function fillCrd(next: Mutable<CustomResourceDefinition>): void {
  const { spec, status } = next
  const { names } = spec
  if ((names.singular ?? '') === '') names.singular = names.kind.toLowerCase()
  if ((names.listKind ?? '') === '' && names.kind !== '') names.listKind = `${names.kind}List`
  spec.conversion ??= { strategy: 'None' }
  const service = spec.conversion.webhook?.clientConfig?.service
  if (service !== undefined) service.port ??= 443
  // Refused later, as what it is: no version at all.
  if (!Array.isArray(spec.versions)) spec.versions = []
  if ((status?.storedVersions ?? []).length > 0) return
  const stored = spec.versions.filter(({ storage }) => storage).map(({ name }) => name)
  if (stored.length > 0) next.status = { ...status, storedVersions: stored }
}

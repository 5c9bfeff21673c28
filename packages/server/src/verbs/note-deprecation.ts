import type { AuditContext } from '@pinnace/audit'
import type { ServerCore } from '../core.ts'
import type { ServedResource } from '../served-resource.ts'
import type { Authorized } from '../pipeline/authorize.ts'

/** Tells the client, the audit record and the metrics that a version was asked for which should not be used any more. */
// upstream: endpoints/installer.go, restfulCreateNamedResource and deprecation handlers; endpoints/metrics, RecordDeprecatedRequest
export function noteDeprecation(
  core: ServerCore,
  { info, warnings }: Authorized,
  { definition, gvr }: ServedResource,
  auditContext: AuditContext | undefined,
): void {
  const { warning, removedRelease = '' } = definition.deprecation!
  const { audit } = core.vocabulary
  warnings.push(warning)
  auditContext?.annotate(audit.deprecated, 'true', 'Metadata')
  if (removedRelease !== '') auditContext?.annotate(audit.removedRelease, removedRelease, 'Metadata')
  // A subresource that is not there has no series of its own.
  const subresource = Object.hasOwn(definition.subresources, info.subresource) ? info.subresource : ''
  core.deprecated.set([gvr.group, gvr.version, gvr.resource, subresource, removedRelease], 1)
}

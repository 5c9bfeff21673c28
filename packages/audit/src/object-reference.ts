import type { RequestInfo } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'

/** The `objectRef` of an event; nothing for a path that is not a resource's. */
export function toObjectReference(info: RequestInfo): Pick<AuditEvent, 'objectRef'> {
  if (!info.isResourceRequest) return {}
  const { resource, namespace, name, group, version, subresource } = info
  return {
    objectRef: {
      resource,
      ...(namespace === '' ? {} : { namespace }),
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { apiGroup: group }),
      apiVersion: version,
      ...(subresource === '' ? {} : { subresource }),
    },
  }
}

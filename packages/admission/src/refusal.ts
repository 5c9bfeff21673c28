import { forbidden, type StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from './admission-attributes.ts'

/** Creates the 403 of a plugin. An object without a name is identified by its generateName. */
// upstream: apiserver/pkg/admission/errors.go, NewForbidden
export function refusal({ resource, name, object }: AdmissionAttributes, reason: string): StatusError {
  return forbidden(resource, name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown', reason)
}

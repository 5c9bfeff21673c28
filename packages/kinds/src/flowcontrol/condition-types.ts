import type { ApiObject, FieldErrors } from '@pinnace/meta'
import type { ObjectSubresource } from '@pinnace/resources'
import { statusOnlySubresource } from '../status-subresource.ts'

/** An object whose status has conditions of flowcontrol, which need a type only. */
export interface WithConditions {
  readonly status?: { readonly conditions?: readonly { readonly type?: string }[] | null }
}

/** The types of the conditions of a status: there, and each once. */
// upstream: flowcontrol/validation, ValidateFlowSchemaStatus and ValidatePriorityLevelConfigurationStatus
export function validateConditionTypes({ status }: WithConditions, errors: FieldErrors): void {
  const types = new Set<string>()
  for (const [index, { type = '' }] of (status?.conditions ?? []).entries()) {
    if (types.has(type)) errors.duplicate(`status.conditions[${index}].type`, type)
    types.add(type)
    if (type === '') errors.required(`status.conditions[${index}].type`)
  }
}

/** The `/status` subresource of the kinds of flowcontrol. */
export const statusWithTypes: ObjectSubresource<ApiObject & WithConditions> = {
  ...statusOnlySubresource,
  strategy: {
    ...statusOnlySubresource.strategy,
    validateUpdate: (next, _, errors) => validateConditionTypes(next, errors),
  },
}

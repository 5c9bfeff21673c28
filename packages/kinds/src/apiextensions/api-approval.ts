import { quote, type ApiObject, type FieldErrors, type Vocabulary } from '@pinnace/meta'

/** Whether a CRD in a protected group has been approved. */
export type Approval = 'invalid' | 'approved' | 'bypassed' | 'missing'

/** The approval of a CRD, and the message of its condition. */
export interface ApprovalState {
  readonly approval: Approval
  readonly message: string
}

/** The annotation that a CRD in a protected group requires. */
function approvalAnnotation({ labelDomain }: Vocabulary): string {
  return `api-approved.${labelDomain}`
}

/** True for the product's own groups. */
// upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go, IsProtectedCommunityGroup
export function isProtectedGroup(group: string, { groupDomain, labelDomain }: Vocabulary): boolean {
  return [groupDomain, labelDomain].some((domain) => group === domain || group.endsWith(`.${domain}`))
}

/** Reads the annotation. */
// upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go, GetAPIApprovalState
export function approvalOf({ metadata }: Pick<ApiObject, 'metadata'>, vocabulary: Vocabulary): ApprovalState {
  const name = approvalAnnotation(vocabulary)
  const text = metadata.annotations?.[name] ?? ''
  const needed = `protected groups must have approval annotation ${quote(name)}`
  const see = `see https://github.com/${vocabulary.product}/enhancements/pull/1111`
  if (text === '') return { approval: 'missing', message: `${needed}, ${see}` }
  if (text.startsWith('unapproved')) return { approval: 'bypassed', message: `not approved: ${quote(text)}` }
  if (isAddress(text)) return { approval: 'approved', message: `approved in ${text}` }
  return { approval: 'invalid', message: `${needed} with either a URL or a reason starting with "unapproved", ${see}` }
}

/** Rejects an unapproved CRD in a protected group, unless it is already stored. */
// upstream: apiextensions/validation, validateAPIApproval
export function validateApproval(
  next: ApiObject,
  live: ApiObject | undefined,
  errors: FieldErrors,
  { group, vocabulary }: { readonly group: string; readonly vocabulary: Vocabulary },
): void {
  if (!isProtectedGroup(group, vocabulary)) return
  const { approval, message } = approvalOf(next, vocabulary)
  if (live !== undefined && approvalOf(live, vocabulary).approval === approval) return
  const name = approvalAnnotation(vocabulary)
  const field = `metadata.annotations[${name}]`
  if (approval === 'missing') errors.required(field, message)
  else if (approval === 'invalid') errors.invalid(field, next.metadata.annotations?.[name], message)
}

function isAddress(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text)) return false
  return URL.canParse(text)
}

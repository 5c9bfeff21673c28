import { isDns1123Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type { Subject } from '@pinnace/types/flowcontrol-v1'
import { reportEach } from '../validation/messages.ts'

const memberOfKind = new Map<string, 'group' | 'serviceAccount' | 'user'>([
  ['Group', 'group'],
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
])
const kinds = [...memberOfKind.keys()]
/** In the order in which those of other kinds are refused. */
const others = [
  ['serviceAccount', 'ServiceAccount'],
  ['user', 'User'],
  ['group', 'Group'],
] as const

/** Who sends requests; `at` is the path of the subject. */
// upstream: flowcontrol/validation, ValidateFlowSchemaSubject
export function validateFlowSubject(subject: Subject, at: string, errors: FieldErrors): void {
  const { kind } = subject
  const member = memberOfKind.get(kind)
  if (member === undefined) return errors.notSupported(`${at}.kind`, kind, kinds)
  const field = `${at}.${member}`
  const given = subject[member]
  if (given === undefined) errors.required(field, `${member} is required when subject kind is '${kind}'`)
  else if (member === 'serviceAccount') validateServiceAccount(subject, field, errors)
  else if (given.name === '') errors.required(`${field}.name`)
  for (const [other, otherKind] of others) {
    if (other === member || subject[other] === undefined) continue
    errors.forbidden(`${at}.${other}`, `${other} is forbidden when subject kind is not '${otherKind}'`)
  }
  return undefined
}

// upstream: flowcontrol/validation, ValidateServiceAccountSubject
function validateServiceAccount({ serviceAccount }: Subject, at: string, errors: FieldErrors): void {
  const { name = '', namespace = '' } = serviceAccount ?? {}
  if (name === '') errors.required(`${at}.name`)
  else if (name !== '*') reportEach(errors, isDns1123Subdomain(name), `${at}.name`, name)
  if (namespace === '') errors.required(`${at}.namespace`, 'must specify namespace for service account')
  else reportEach(errors, isDns1123Label(namespace), `${at}.namespace`, namespace)
}

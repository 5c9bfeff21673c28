import {
  isDns1035Label,
  isDns1123Subdomain,
  isPathSegmentName,
  isPortNumber,
  quote,
  type FieldErrors,
  type Vocabulary,
} from '@pinnace/meta'
import type { APIService, APIServiceSpec } from '@pinnace/types/apiregistration-v1'
import { reportEach } from '../validation/messages.ts'

const maxGroupPriority = 20_000
const maxVersionPriority = 1000
const defaultPort = 443
const statuses = ['True', 'False', 'Unknown']

/** Adds what is wrong with the registration of a server. */
// upstream: apiregistration/validation, ValidateAPIService
export function validateApiService(
  { metadata, spec }: APIService,
  { componentPrefix }: Vocabulary,
  errors: FieldErrors,
): void {
  const { group = '', version = '', service, groupPriorityMinimum = 0, versionPriority = 0 } = spec ?? emptySpec
  const required = `${version}.${group}`
  validateName(metadata.generateName ?? '', required, 'generateName', errors)
  validateName(metadata.name ?? '', required, 'name', errors)
  if (group === '' && version !== 'v1') {
    errors.required('spec.group', `only v1 may have an empty group and it better be legacy ${componentPrefix}`)
  }
  if (group !== '') reportEach(errors, isDns1123Subdomain(group), 'spec.group', group)
  reportEach(errors, isDns1035Label(version), 'spec.version', version)
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > maxGroupPriority) {
    errors.invalid('spec.groupPriorityMinimum', groupPriorityMinimum, 'must be positive and less than 20000')
  }
  if (versionPriority <= 0 || versionPriority > maxVersionPriority) {
    errors.invalid('spec.versionPriority', versionPriority, 'must be positive and less than 1000')
  }
  if (service === undefined) validateLocal(spec ?? emptySpec, errors)
  else validateRemote(spec ?? emptySpec, errors)
}

/** Adds what is wrong with its status. */
// upstream: apiregistration/validation, ValidateAPIServiceStatus
export function validateApiServiceStatus({ status }: APIService, errors: FieldErrors): void {
  for (const [index, condition] of (status?.conditions ?? []).entries()) {
    if (!statuses.includes(condition.status)) {
      errors.notSupported(`status.conditions[${index}].status`, condition.status, statuses)
    }
  }
}

const emptySpec: APIServiceSpec = { groupPriorityMinimum: 0, versionPriority: 0 }

// An invalid name has been reported already.
function validateName(name: string, required: string, member: 'name' | 'generateName', errors: FieldErrors): void {
  if (name === '' || name === required || isPathSegmentName(name).length > 0) return
  errors.invalid(`metadata.${member}`, name, `must be \`spec.version+"."+spec.group\`: ${quote(required)}`)
}

function validateLocal({ caBundle, insecureSkipTLSVerify }: APIServiceSpec, errors: FieldErrors): void {
  const bytes = bundleBytes(caBundle)
  if (bytes > 0) errors.invalid('spec.caBundle', `${bytes} bytes`, 'local APIServices may not have a caBundle')
  if (insecureSkipTLSVerify === true) {
    errors.invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')
  }
}

function validateRemote({ service, caBundle, insecureSkipTLSVerify }: APIServiceSpec, errors: FieldErrors): void {
  if ((service?.namespace ?? '') === '') errors.required('spec.service.namespace')
  if ((service?.name ?? '') === '') errors.required('spec.service.name')
  const port = service?.port ?? defaultPort
  const problems = isPortNumber(port)
  if (problems.length > 0) errors.invalid('spec.service.port', port, `port is not valid: ${problems.join(', ')}`)
  if (insecureSkipTLSVerify === true && bundleBytes(caBundle) > 0) {
    errors.invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')
  }
}

function bundleBytes(caBundle: APIServiceSpec['caBundle']): number {
  return Buffer.byteLength(caBundle ?? '', 'base64')
}

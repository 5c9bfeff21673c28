import { emptiedMember } from '@pinnace/schema'
import { isDns1035Label, isDns1123Subdomain, isQualifiedName, type FieldErrors } from '@pinnace/meta'
import { ageColumn, column, nameColumn, type ValidateName } from '@pinnace/resources'
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '@pinnace/types/apiserverinternal-v1alpha1'
import type { KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { reportEach } from '../validation/messages.ts'
import { apiVersionError } from './api-version-error.ts'

const noCommonVersion =
  'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet'

/** The versions in which servers store a resource. */
// upstream: apiserverinternal/validation
export const storageVersion: KindBehavior<StorageVersion> = {
  validateName,
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        validateUpdate: ({ status }, _, errors) => validateStatus(status ?? {}, errors),
      },
    },
  },
  columns: [
    nameColumn,
    column('CommonEncodingVersion', ({ status }: StorageVersion) => status?.commonEncodingVersion ?? '<unset>'),
    column('StorageVersions', ({ status }: StorageVersion) => listServers(status?.storageVersions ?? [])),
    ageColumn,
  ],
}

/** `<group>.<resource>` */
function validateName(name: string): ReturnType<ValidateName> {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return ['name must be in the form of <group>.<resource>']
  return [
    ...isDns1123Subdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...isDns1035Label(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ]
}

// upstream: printers, formatStorageVersions
function listServers(versions: readonly ServerStorageVersion[]): string {
  const shown = versions.slice(0, 3).map(({ apiServerID, encodingVersion }) => `${apiServerID}=${encodingVersion}`)
  if (shown.length === 0) return '<unset>'
  const more = versions.length - shown.length
  return more > 0 ? `${shown.join(',')} + ${more} more...` : shown.join(',')
}

function validateStatus(status: StorageVersionStatus, errors: FieldErrors): void {
  const versions = status.storageVersions ?? []
  const seen = new Set<string>()
  versions.forEach((version, index) => {
    const at = `status.storageVersions[${index}]`
    if (seen.has(version.apiServerID)) errors.duplicate(`${at}.apiServerID`, version.apiServerID)
    seen.add(version.apiServerID)
    validateServer(version, at, errors)
  })
  validateCommonVersion(status, errors)
  validateConditions(status.conditions ?? [], errors)
}

function validateServer(version: ServerStorageVersion, at: string, errors: FieldErrors): void {
  // A null in the list is an entry without any of them.
  const { apiServerID = '', encodingVersion = '' } = version as Partial<ServerStorageVersion>
  const decodable = version.decodableVersions ?? []
  reportEach(errors, isDns1123Subdomain(apiServerID), `${at}.apiServerID`, apiServerID)
  const check = (apiVersion: string, field: string): void => {
    const error = apiVersionError(apiVersion)
    if (error !== undefined) errors.invalid(field, apiVersion, error)
  }
  check(encodingVersion, `${at}.encodingVersion`)
  decodable.forEach((one, index) => check(one, `${at}.decodableVersions[${index}]`))
  if (!decodable.includes(encodingVersion)) {
    const value = decodable.length === 0 ? (emptiedMember(version, 'decodableVersions') ?? null) : decodable
    errors.invalid(
      `${at}.decodableVersions`,
      value,
      `decodableVersions must include encodingVersion ${encodingVersion}`,
    )
  }
  for (const [index, one] of (version.servedVersions ?? []).entries()) {
    const field = `${at}.servedVersions[${index}]`
    check(one, field)
    if (decodable.includes(one)) continue
    const list = `[${decodable.join(' ')}]`
    errors.invalid(field, one, `individual served version : ${one} must be included in decodableVersions : ${list}`)
  }
}

function encodingOf({ encodingVersion = '' }: Partial<ServerStorageVersion>): string {
  return encodingVersion
}

function validateCommonVersion(status: StorageVersionStatus, errors: FieldErrors): void {
  const [first, ...others] = (status.storageVersions ?? []).map(encodingOf)
  const actual = others.every((other) => other === first) ? first : undefined
  const given = status.commonEncodingVersion
  if (actual === given) return
  const field = 'status.commonEncodingVersion'
  if (actual === undefined) errors.invalid(field, given, noCommonVersion)
  else if (given === undefined) errors.invalid(field, null, `the common encoding version is ${actual}`)
  else errors.invalid(field, given, `the actual common encoding version is ${actual}`)
}

// upstream: validateStorageVersionCondition – the paths lack the name of the list.
function validateConditions(conditions: readonly StorageVersionCondition[], errors: FieldErrors): void {
  const seen = new Map<string, number>()
  for (const [index, condition] of conditions.entries()) {
    const { type = '', status = '', reason = '', message = '' } = condition as Partial<StorageVersionCondition>
    const at = `status[${index}]`
    const other = seen.get(type)
    if (other !== undefined) {
      const detail = `the type of the condition is not unique, it also appears in conditions[${other}]`
      errors.invalid(`${at}.type`, type, detail)
    }
    seen.set(type, index)
    reportEach(errors, isQualifiedName(type), `${at}.type`, type)
    reportEach(errors, isQualifiedName(status), `${at}.status`, status)
    if (reason === '') errors.required(`${at}.reason`)
    if (message === '') errors.required(`${at}.message`)
  }
}

import {
  isConfigMapKey,
  isDns1123Label,
  isDns1123Subdomain,
  isRelaxedEnvVarName,
  type FieldErrors,
} from '@pinnace/meta'
import type { EnvFromSource, EnvVar, EnvVarSource, FileKeySelector } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { PodGates } from '../pod-rules.ts'
import { someContainer, visitContainers, type AnyContainer } from './visit-containers.ts'
import { envFieldPaths, validateFieldReference, validateResourceReference } from '../volumes/downward-api.ts'
import { validateNoBackstep } from '../volumes/relative-path.ts'
import { reportEach } from '../../../validation/messages.ts'
import { createVolumeLookup } from '../volumes/volume-mounts.ts'

const oneSourceNeeded =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
const oneSourceNeededWithoutFiles =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'

/** The variables of one container; `at` is the container's path. */
// upstream: core/validation, ValidateEnv
export function validateEnv(
  env: readonly EnvVar[],
  at: string,
  errors: FieldErrors,
  { envFiles }: Pick<PodGates, 'envFiles'>,
): void {
  for (const [index, variable] of env.entries()) {
    if (variable.name === '') {
      errors.required(`${at}.env[${index}].name`)
    } else {
      const messages = isRelaxedEnvVarName(variable.name)
      if (messages.length > 0) reportEach(errors, messages, `${at}.env[${index}].name`, variable.name)
    }
    if (variable.valueFrom) {
      const field = `${at}.env[${index}].valueFrom`
      validateSource({ value: variable.value, hasFiles: envFiles }, variable.valueFrom, field, errors)
    }
  }
}

// upstream: core/validation, validateEnvVarValueFrom
function validateSource(
  { value, hasFiles }: { readonly value: string | undefined; readonly hasFiles: boolean },
  source: EnvVarSource,
  field: string,
  errors: FieldErrors,
): void {
  let count = 0
  if (source.fieldRef) {
    count++
    validateFieldReference(source.fieldRef, envFieldPaths, `${field}.fieldRef`, errors)
  }
  if (source.resourceFieldRef) {
    count++
    validateResourceReference(source.resourceFieldRef, false, `${field}.resourceFieldRef`, errors)
  }
  if (source.configMapKeyRef) {
    count++
    validateKeyReference(source.configMapKeyRef, `${field}.configMapKeyRef`, errors)
  }
  if (source.secretKeyRef) {
    count++
    validateKeyReference(source.secretKeyRef, `${field}.secretKeyRef`, errors)
  }
  if (source.fileKeyRef) {
    count++
    validateFileReference(source.fileKeyRef, `${field}.fileKeyRef`, errors)
  }
  if (count === 0) errors.invalid(field, '', hasFiles ? oneSourceNeeded : oneSourceNeededWithoutFiles)
  else if (value) errors.invalid(field, '', 'may not be specified when `value` is not empty')
  else if (count > 1) errors.invalid(field, '', 'may not have more than one field specified at a time')
}

function validateKeyReference(
  reference: { readonly name?: string; readonly key: string },
  field: string,
  errors: FieldErrors,
): void {
  const name = reference.name ?? ''
  const messages = isDns1123Subdomain(name)
  if (messages.length > 0) reportEach(errors, messages, `${field}.name`, name)
  if (reference.key === '') {
    errors.required(`${field}.key`)
  } else {
    const problems = isConfigMapKey(reference.key)
    if (problems.length > 0) reportEach(errors, problems, `${field}.key`, reference.key)
  }
}

/** A variable read from a file in a volume of the pod. */
// upstream: core/validation, validateFileKeyRef
function validateFileReference(reference: FileKeySelector, field: string, errors: FieldErrors): void {
  if (reference.key === '') {
    errors.required(`${field}.key`)
  } else {
    const problems = isRelaxedEnvVarName(reference.key)
    if (problems.length > 0) reportEach(errors, problems, `${field}.key`, reference.key)
  }
  if (reference.volumeName === '') {
    errors.required(`${field}.volumeName`)
  } else {
    reportEach(errors, isDns1123Label(reference.volumeName), `${field}.volumeName`, reference.volumeName)
  }
  if (reference.path === '') errors.required(`${field}.path`)
  else validateNoBackstep(reference.path, `${field}.path`, errors)
}

/** Variables that are read from files of volumes: the volumes must exist and be of type emptyDir. `at` is the path of the spec. */
// upstream: core/validation, validateFileKeyRefVolumes – all other errors of the spec come first.
export function validateEnvFiles(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (!someContainer(spec, readsFile)) return
  const find = createVolumeLookup(spec.volumes ?? [])
  visitContainers(spec, (container, list, index) => {
    container.env?.forEach(({ valueFrom }, position) => {
      if (!valueFrom?.fileKeyRef) return
      const { volumeName } = valueFrom.fileKeyRef
      const field = `${at}.${list}[${index}].env[${position}].valueFrom.fileKeyRef.volumeName`
      const volume = find(volumeName)
      if (volume === undefined) errors.notFound(field, volumeName)
      else if (!volume.emptyDir) errors.invalid(field, volumeName, 'referenced volume must be of type emptyDir')
    })
  })
}

function readsFile({ env }: AnyContainer): boolean {
  return env !== undefined && env.some(isFile)
}

function isFile({ valueFrom }: EnvVar): boolean {
  return valueFrom?.fileKeyRef !== undefined
}

/** The sources of all their keys; `at` is the container's path. */
// upstream: core/validation, ValidateEnvFrom – the errors about the number of sources name the list, not the item.
export function validateEnvFrom(sources: readonly EnvFromSource[], at: string, errors: FieldErrors): void {
  for (const [index, source] of sources.entries()) {
    const field = `${at}.envFrom[${index}]`
    if (source.prefix) reportEach(errors, isRelaxedEnvVarName(source.prefix), `${field}.prefix`, source.prefix)
    if (source.configMapRef) validateObjectName(source.configMapRef.name, `${field}.configMapRef.name`, errors)
    if (source.secretRef) validateObjectName(source.secretRef.name, `${field}.secretRef.name`, errors)
    if (!source.configMapRef && !source.secretRef) {
      errors.invalid(`${at}.envFrom`, '', 'must specify one of: `configMapRef` or `secretRef`')
    } else if (source.configMapRef && source.secretRef) {
      errors.invalid(`${at}.envFrom`, '', 'may not have more than one field specified at a time')
    }
  }
}

function validateObjectName(name: string | undefined, field: string, errors: FieldErrors): void {
  if (!name) return errors.required(field)
  // upstream: the name is checked as a prefix, of which the last two characters do not count when a dash ends it.
  const checked = name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name
  return reportEach(errors, isDns1123Subdomain(checked), field, name)
}

import { isDns1035Label, isDns1123Subdomain, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import { column, type Column } from '@pinnace/resources'
import type { Condition } from '@pinnace/types/meta-v1'
import type { StorageVersionMigration } from '@pinnace/types/storagemigration-v1beta1'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { validateConditions } from '../validation/conditions.ts'
import { sentences } from '../validation/messages.ts'

const states = ['Running', 'Failed', 'Succeeded']

/** Requests to store the objects of a resource again. */
// upstream: storagemigration/validation
export const storageVersionMigration: KindBehavior<StorageVersionMigration> = {
  strategy: {
    validate: validateResource,
    validateUpdate(next, live, errors) {
      validateResource(next, errors)
      if (isSemanticEqual(next.spec, live.spec)) return
      const value = goValue('storagemigration.v1beta1.StorageVersionMigrationSpec', next.spec)
      errors.invalid('spec', value, sentences.immutable)
    },
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: { ...statusOnlySubresource.strategy, validateUpdate: validateStatus },
    },
  },
  columns: [
    // upstream: without the format of names.
    { name: 'Name', type: 'string', value: ({ metadata }) => metadata.name ?? '' } satisfies Column,
    column('Resource', ({ spec }: StorageVersionMigration) => {
      const { group = '', resource = '' } = spec?.resource ?? {}
      return group === '' ? resource : `${resource}.${group}`
    }),
    column(
      'Status',
      ({ status }: StorageVersionMigration) =>
        conditionsOf(status?.conditions).findLast(
          ({ type, status: value }) => value === 'True' && states.includes(type),
        )?.type ?? 'Unknown',
    ),
  ],
}

function validateResource({ spec }: StorageVersionMigration, errors: FieldErrors): void {
  const { group = '', resource = '' } = spec?.resource ?? {}
  if (resource === '') errors.required('spec.resource.resource', 'resource is required to be set')
  else reportJoined(isDns1035Label(resource), 'spec.resource.resource', resource, errors)
  if (group !== '') reportJoined(isDns1123Subdomain(group), 'spec.resource.group', group, errors)
}

function reportJoined(messages: readonly string[], field: string, value: string, errors: FieldErrors): void {
  if (messages.length > 0) errors.invalid(field, value, messages.join(','))
}

function validateStatus(next: StorageVersionMigration, live: StorageVersionMigration, errors: FieldErrors): void {
  const version = next.status?.resourceVersion ?? ''
  const before = live.status?.resourceVersion ?? ''
  const field = 'status.resourceVersion'
  if (version !== '') {
    const problem = versionProblem(version)
    if (problem !== undefined) errors.invalid(field, version, problem)
  }
  const conditions = conditionsOf(next.status?.conditions)
  validateConditions(conditions, 'status.conditions', errors)
  if (before !== '' && before !== version) errors.invalid(field, version, sentences.immutable)
  const refuse = (detail: string): void =>
    errors.invalid('status.conditions', goValue('[]meta.v1.Condition', conditions), detail)
  const has = (list: readonly Condition[], type: string): boolean =>
    list.find((condition) => condition.type === type)?.status === 'True'
  if (has(conditions, 'Succeeded') && has(conditions, 'Failed')) {
    refuse('Both success and failed conditions cannot be true at the same time')
  }
  const old = conditionsOf(live.status?.conditions)
  if (has(old, 'Succeeded') && !has(conditions, 'Succeeded')) {
    refuse('Success condition cannot be set to false once it is true')
  }
  if (has(old, 'Failed') && !has(conditions, 'Failed')) {
    refuse('Failed condition cannot be set to false once it is true')
  }
}

function conditionsOf(conditions: readonly Condition[] | null | undefined): readonly Condition[] {
  return conditions ?? []
}

// upstream: apimachinery/pkg/util/resourceversion, CompareResourceVersion
function versionProblem(version: string): string | undefined {
  return /^[1-9]\d*$/.test(version) ? undefined : `resource version is not well formed: ${version}`
}

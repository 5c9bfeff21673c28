import { FieldErrors, invalid, type Vocabulary } from '@pinnace/meta'
import { readDryRun } from './dry-run.ts'
import { readFieldManager } from './field-manager.ts'
import { isTrue } from './query-parameters.ts'

/** What happens with unknown and repeated fields: they are rejected, reported in warnings, or ignored. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** The options of a create, update or patch. */
export interface WriteOptions {
  readonly dryRun: boolean
  /** Empty if unset. */
  readonly fieldManager: string
  readonly fieldValidation: FieldValidation
  /** True if the client set `fieldValidation`. @default false */
  readonly isFieldValidationSent?: boolean
  readonly force: boolean
  /** True if the client set `force`. @default false */
  readonly isForceSent?: boolean
}

/** The defaults. */
export const defaultWriteOptions: WriteOptions = Object.freeze({
  dryRun: false,
  fieldManager: '',
  fieldValidation: 'Warn',
  force: false,
})

const validations = ['', 'Ignore', 'Strict', 'Warn']

/** Parses and validates the options. Throws 422 with the parameter as field. `kind` is the kind of the options. */
// upstream: apimachinery/pkg/apis/meta/v1/validation
export function readWriteOptions(query: URLSearchParams, kind: string, vocabulary: Vocabulary): WriteOptions {
  if (query.size === 0) return defaultWriteOptions
  const errors = new FieldErrors()
  const dryRun = readDryRun(query, errors)
  const fieldManager = readFieldManager(query, errors)
  const fieldValidation = query.get('fieldValidation') ?? ''
  if (!validations.includes(fieldValidation)) errors.notSupported('fieldValidation', fieldValidation, validations)
  const force = query.get('force')
  if (!errors.isEmpty) throw invalid({ group: vocabulary.group('meta'), kind }, '', errors.list)
  return {
    dryRun,
    fieldManager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    isFieldValidationSent: fieldValidation !== '',
    force: force !== null && isTrue(force),
    isForceSent: force !== null,
  }
}

/** Throws 422 for `force` without an apply. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions
export function assertNotForced({ isForceSent }: WriteOptions, vocabulary: Vocabulary): void {
  if (isForceSent !== true) return
  const errors = new FieldErrors()
  errors.forbidden('force', 'may not be specified for non-apply patch')
  throw invalid({ group: vocabulary.group('meta'), kind: 'PatchOptions' }, '', errors.list)
}

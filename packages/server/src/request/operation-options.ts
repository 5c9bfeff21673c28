import type { OperationOptions } from '@pinnace/admission'
import type { Vocabulary } from '@pinnace/meta'
import type { DeleteOptions } from '../options/delete-options.ts'
import type { WriteOptions } from '../options/write-options.ts'

/** The options of a write as an object. Its kind is that of the operation, which may differ from the verb. */
// upstream: endpoints/handlers/patch.go, patchToCreateOptions and patchToUpdateOptions
export function writeOptionsObject(
  kind: 'CreateOptions' | 'UpdateOptions',
  { dryRun, fieldManager, fieldValidation, isFieldValidationSent }: WriteOptions,
  vocabulary: Vocabulary,
): OperationOptions {
  return {
    kind,
    apiVersion: `${vocabulary.group('meta')}/v1`,
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(fieldManager === '' ? {} : { fieldManager }),
    ...(isFieldValidationSent === true ? { fieldValidation } : {}),
  }
}

/** The options of a delete as an object. */
export function deleteOptionsObject(options: DeleteOptions, vocabulary: Vocabulary): OperationOptions {
  const { dryRun, gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions } = options
  return {
    kind: 'DeleteOptions',
    apiVersion: `${vocabulary.group('meta')}/v1`,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(dryRun ? { dryRun: ['All'] } : {}),
  }
}

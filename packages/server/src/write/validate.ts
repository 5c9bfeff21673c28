import { FieldErrors, invalid } from '@pinnace/meta'
import {
  customMetadataRules,
  nameIsPathSegment,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@pinnace/resources'
import { strategyContext } from './prepare.ts'
import type { Write } from './change.ts'

/** Validates an object. Throws 422 with all invalid fields. */
export function validate(change: Write): void {
  const { server, scope, live, next, proposal } = change
  const { definition, codec } = scope.served
  const errors = new FieldErrors()
  const { strategy } = proposal
  const rules = strategy.metadata ?? customMetadataRules
  const metadataOptions = {
    namespaced: definition.scope === 'Namespaced',
    validateName: definition.validateName,
    productFinalizer: rules.standardFinalizers ? server.vocabulary.product : undefined,
    onUpdate: rules.onUpdate,
  }
  if (live !== undefined) validateObjectMetaUpdate(next.metadata, live.object.metadata, errors, metadataOptions)
  else if (rules.onCreate !== false) validateObjectMeta(next.metadata, metadataOptions, errors)
  if (live === undefined) codec.validate?.(next, errors)
  else codec.validateUpdate(next, live.object, errors)
  const context = strategyContext(change)
  if (live !== undefined) strategy.validateUpdate?.(next, live.object, errors, context)
  else {
    strategy.validate?.(next, errors, context)
    if (rules.onCreate === false && errors.isEmpty) {
      validateObjectMeta(next.metadata, { ...metadataOptions, validateName: nameIsPathSegment }, errors)
    }
  }
  if (!errors.isEmpty) throw invalid(scope.served.gvk, next.metadata.name ?? '', errors.list)
}

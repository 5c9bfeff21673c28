import { FieldErrors, invalid } from '@pinnace/meta'
import { validateObjectMeta, validateObjectMetaUpdate } from '@pinnace/resources'
import { strategyContext } from './prepare.ts'
import type { Write } from './change.ts'

/** Validates an object. Throws 422 with all invalid fields. */
export function validate(change: Write): void {
  const { server, scope, live, next, proposal } = change
  const { definition, codec } = scope.served
  const errors = new FieldErrors()
  const productFinalizer = definition.builtIn ? server.vocabulary.product : undefined
  if (live === undefined) {
    validateObjectMeta(
      next.metadata,
      {
        namespaced: definition.scope === 'Namespaced',
        validateName: definition.validateName,
        productFinalizer,
      },
      errors,
    )
  } else validateObjectMetaUpdate(next.metadata, live.object.metadata, errors, { productFinalizer })
  if (live === undefined) codec.validate?.(next, errors)
  else codec.validateUpdate(next, live.object, errors)
  const context = strategyContext(change)
  if (live === undefined) proposal.strategy.validate?.(next, errors, context)
  else proposal.strategy.validateUpdate?.(next, live.object, errors, context)
  if (!errors.isEmpty) throw invalid(scope.served.gvk, next.metadata.name ?? '', errors.list)
}

import { FieldErrors, invalid } from '@pinnace/meta'
import {
  customMetadataRules,
  nameIsPathSegment,
  type StrategyContext,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@pinnace/resources'
import { readNamespaceLabels } from './namespace-labels.ts'
import { strategyContext } from './prepare.ts'
import type { Write } from './change.ts'

/** Validates an object. Throws 422 with all invalid fields. A promise only where labels of the namespace are read. */
export function validate(change: Write): Promise<void> | undefined {
  const { live, next, proposal } = change
  if (proposal.strategy.needsNamespaceLabels?.(next, live?.object) === true) return validateInNamespace(change)
  run(change, strategyContext(change))
  return undefined
}

async function validateInNamespace(change: Write): Promise<void> {
  const namespaceLabels = await readNamespaceLabels(change.server, change.scope.namespace)
  run(change, { ...strategyContext(change), namespaceLabels })
}

function run(change: Write, context: StrategyContext): void {
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
  if (live !== undefined) strategy.validateUpdate?.(next, live.object, errors, context)
  else {
    strategy.validate?.(next, errors, context)
    if (rules.onCreate === false && errors.isEmpty) {
      validateObjectMeta(next.metadata, { ...metadataOptions, validateName: nameIsPathSegment }, errors)
    }
  }
  if (errors.isEmpty) return
  // upstream: a kind that two groups serve is named by the group it is stored in.
  const { kind, storage } = definition
  throw invalid({ group: storage.group, kind }, next.metadata.name ?? '', errors.list)
}

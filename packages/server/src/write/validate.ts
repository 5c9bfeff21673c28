import {
  type ApiObject,
  FieldErrors,
  invalid,
  maxFieldErrors,
  runInSlices,
  StatusError,
  TooManyFieldErrors,
  type TimeSlices,
} from '@pinnace/meta'
import {
  customMetadataRules,
  nameIsPathSegment,
  type StrategyContext,
  type UpdateAccess,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ValidateObjectMetaUpdateOptions,
} from '@pinnace/resources'
import { slicesOf } from '../request/slices-of.ts'
import { assertInTime } from './assert-in-time.ts'
import { authorizeParams, namesParams } from './authorize-params.ts'
import { readNamespaceLabels } from './namespace-labels.ts'
import { strategyContext } from './prepare.ts'
import type { Write } from './change.ts'

/**
 * Validates an object. Throws 422 with all invalid fields. A promise only where labels of the namespace are read,
 * further permissions are asked for, something is loaded first, or the write is large.
 */
export function validate(change: Write): Promise<void> | undefined {
  if (change.pace !== undefined) return validateLarge(change, change.pace)
  const refuse = (error: unknown): never => {
    throw tooManyErrors(change, error)
  }
  try {
    return validateNow(change)?.catch(refuse)
  } catch (error) {
    return refuse(error)
  }
}

async function validateLarge(change: Write, pace: TimeSlices): Promise<void> {
  await pace.next()
  try {
    await validateNow(change)
  } catch (error) {
    throw tooManyErrors(change, error)
  }
}

function tooManyErrors({ scope, next }: Write, error: unknown): unknown {
  if (!(error instanceof TooManyFieldErrors)) return error
  return invalid(kindOf(scope), next.metadata.name ?? '', error.list, true)
}

function validateNow(change: Write): Promise<void> | undefined {
  const { server, scope, next, proposal, pace } = change
  const { beforeValidation } = proposal.strategy
  const preparation = beforeValidation?.(next, () => pace ?? slicesOf(server, scope))
  const validated = preparation === undefined ? validateLoaded(change) : preparation.then(() => validateLoaded(change))
  return namesParams(change) ? validateParams(change, validated) : validated
}

async function validateParams(change: Write, validated: Promise<void> | undefined): Promise<void> {
  await validated
  const errors = new FieldErrors()
  await authorizeParams(change, errors)
  throwInvalid(change, errors)
}

function validateLoaded(change: Write): Promise<void> | undefined {
  const { live, next, proposal } = change
  const { needsNamespaceLabels, authorizeUpdate } = proposal.strategy
  const isAuthorized = live === undefined || authorizeUpdate === undefined
  if (!isAuthorized || needsNamespaceLabels?.(next, live?.object) === true) return validateInSteps(change)
  const errors = new FieldErrors(maxFieldErrors)
  validateMetadata(change, errors)
  return validateKind(change, errors, strategyContext(change))
}

async function validateInSteps(change: Write): Promise<void> {
  const { live, next, proposal, scope, server } = change
  const { needsNamespaceLabels, authorizeUpdate } = proposal.strategy
  const errors = new FieldErrors(maxFieldErrors)
  validateMetadata(change, errors)
  if (live !== undefined) await authorizeUpdate?.(next, live.object, errors, accessOf(change))
  const context = strategyContext(change)
  if (needsNamespaceLabels?.(next, live?.object) !== true) return validateKind(change, errors, context)
  const namespaceLabels = await readNamespaceLabels(server, scope.namespace)
  await validateKind(change, errors, { ...context, namespaceLabels })
}

function accessOf({ scope, server }: Write): UpdateAccess {
  return {
    user: scope.user,
    verb: scope.verb,
    vocabulary: server.vocabulary,
    async refusal({ verb, ...target }) {
      try {
        await scope.authorize(verb, target)
      } catch (error) {
        if (error instanceof StatusError && error.reason === 'Forbidden') return error.message
        throw error
      }
      return undefined
    },
  }
}

function metadataOptionsOf({ server, scope, proposal }: Write): ValidateObjectMetaUpdateOptions {
  const { scope: kindScope, validateName } = scope.served.definition
  const rules = proposal.strategy.metadata ?? customMetadataRules
  return {
    namespaced: kindScope === 'Namespaced',
    validateName,
    productFinalizer: rules.standardFinalizers ? server.vocabulary.product : undefined,
    onUpdate: rules.onUpdate,
  }
}

function validateMetadata(change: Write, errors: FieldErrors): void {
  const { live, next, proposal } = change
  const options = metadataOptionsOf(change)
  const { metadata: { onCreate } = customMetadataRules, validateFirst, validateBetween } = proposal.strategy
  if (live !== undefined) {
    validateObjectMetaUpdate(next.metadata, live.object.metadata, errors, {
      namespaced: options.namespaced,
      validateName: options.validateName,
      productFinalizer: options.productFinalizer,
      onUpdate: options.onUpdate,
      validateFirst: validateFirst && ((found) => validateFirst(next, found)),
      validateBetween: validateBetween && ((found) => validateBetween(next, live.object, found)),
    })
    return
  }
  validateFirst?.(next, errors)
  if (onCreate !== false) validateObjectMeta(next.metadata, options, errors)
}

// upstream: apiextensions-apiserver/pkg/registry/customresource/validator.go, ValidateStatusUpdate – the schema of the
// status is used by itself, so that its messages name fields below it.
function validateCustomStatus({ scope, next }: Write, live: ApiObject, errors: FieldErrors): void {
  const found = new FieldErrors()
  scope.served.codec.validateUpdate(next, live, found)
  for (const { reason, field, message } of found.list) {
    const below = field.replace(/^status\.?/, '')
    errors.add(
      reason,
      field,
      message.replace(`: ${field} in body`, () => `: ${below} in body`),
    )
  }
}

function validateKind(change: Write, errors: FieldErrors, context: StrategyContext): Promise<void> | undefined {
  const { scope, live, next, proposal } = change
  const { codec } = scope.served
  const { strategy } = proposal
  if (live === undefined) codec.validate?.(next, errors)
  else if (scope.subresource === 'status' && !scope.served.definition.builtIn)
    validateCustomStatus(change, live.object, errors)
  else codec.validateUpdate(next, live.object, errors)
  if (strategy.validateInSteps !== undefined) {
    return validateStepwise(change, strategy.validateInSteps(next, live?.object, errors, context), errors)
  }
  if (live === undefined) strategy.validate?.(next, errors, context)
  else strategy.validateUpdate?.(next, live.object, errors, context)
  return endValidation(change, errors)
}

/** A promise where the steps do not fit into one slice, or the write is large. */
function validateStepwise(change: Write, steps: Generator<void>, errors: FieldErrors): Promise<void> | undefined {
  const { pace, server, scope } = change
  const done = runInSlices(steps, pace ?? slicesOf(server, scope))
  if (pace === undefined && !(done instanceof Promise)) return endValidation(change, errors)
  return Promise.resolve(done)
    .then(() => pace?.next())
    .then(() => endValidation(change, errors))
}

function endValidation(change: Write, errors: FieldErrors): undefined {
  const { scope, live, next, proposal } = change
  const { strategy } = proposal
  const { onCreate } = strategy.metadata ?? customMetadataRules
  if (live === undefined && onCreate === false && errors.isEmpty) {
    validateObjectMeta(next.metadata, { ...metadataOptionsOf(change), validateName: nameIsPathSegment }, errors)
  }
  // Expressions that were ended by the deadline are no fault of the object.
  if (!errors.isEmpty) assertInTime(change.server, scope)
  throwInvalid(change, errors)
  // upstream: registry/rest/create.go, BeforeCreate – also for a write that admission rejects afterwards.
  for (const text of strategy.warnings?.(next, live?.object) ?? []) scope.warn(text)
  return undefined
}

function throwInvalid({ scope, next }: Write, errors: FieldErrors): void {
  if (errors.isEmpty) return
  throw invalid(kindOf(scope), next.metadata.name ?? '', errors.list)
}

// upstream: a kind that two groups serve is named by the group it is stored in.
function kindOf({ served }: Write['scope']): { readonly group: string; readonly kind: string } {
  const { kind, storage } = served.definition
  return { group: storage.group, kind }
}

import { formatTime, runAtOnce, type ManagedFieldsEntry } from '@pinnace/meta'

import { applyObject, type ApplyContext } from './apply-object.ts'
import type { FieldManager, FieldManagerOptions, TrackUpdateOptions } from './field-manager-types.ts'
import { TypedError } from './list-element.ts'
import { stepsWithinDepth } from './patch-error.ts'
import { valueTypeOf } from './value-type.ts'
import { trackUpdate } from './track-update.ts'

/** Makes the keeper of managedFields for one kind at one version. Cheap: nothing is compiled until it is needed. */
export function createFieldManager(options: FieldManagerOptions): FieldManager {
  const { schema, apiVersion, vocabulary, clock, convert, emptyObject = () => ({}) } = options
  const context: ApplyContext = {
    schema,
    apiVersion,
    vocabulary,
    convert,
    emptyObject,
    valueType: valueTypeOf(schema),
    time: () => formatTime(clock.now()),
  }
  return {
    trackUpdate: (update) => runAtOnce(trackInSteps(context, update)),
    trackUpdateInSteps: (update) => trackInSteps(context, update),
    apply: (request) => runAtOnce(stepsWithinDepth(applyObject(context, request))),
    applyInSteps: (request) => stepsWithinDepth(applyObject(context, request)),
  }
}

function* trackInSteps(
  context: ApplyContext,
  update: TrackUpdateOptions,
): Generator<void, readonly ManagedFieldsEntry[]> {
  try {
    return yield* stepsWithinDepth(trackUpdate(context, update))
  } catch (error) {
    // upstream: managedfields/internal/fieldmanager.go, UpdateNoErrors – an object that contradicts its schema has no owners.
    if (error instanceof TypedError) return []
    throw error
  }
}

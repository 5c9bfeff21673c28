import { formatTime, type ManagedFieldsEntry } from '@pinnace/meta'

import { applyObject, type ApplyContext } from './apply-object.ts'
import type {
  ApplyOptions,
  ApplyResult,
  FieldManager,
  FieldManagerOptions,
  TrackUpdateOptions,
} from './field-manager-types.ts'
import { TypedError } from './list-element.ts'
import { withinDepth } from './patch-error.ts'
import { valueTypeOf } from './value-type.ts'
import { entriesOf, trackUpdate } from './track-update.ts'

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
    trackUpdate(update: TrackUpdateOptions): readonly ManagedFieldsEntry[] {
      try {
        return withinDepth(() => trackUpdate(context, update))
      } catch (error) {
        // upstream: managedfields/internal/fieldmanager.go, UpdateNoErrors
        if (error instanceof TypedError) return entriesOf(update.live)
        throw error
      }
    },
    apply: (request: ApplyOptions): ApplyResult => withinDepth(() => applyObject(context, request)),
  }
}

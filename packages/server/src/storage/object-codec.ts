import { thenMaybe, type ApiObject, type Awaitable, type FieldErrors } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import {
  compileDecoder,
  compileDefaults,
  compileValidator,
  validateChange,
  type Decoder,
  type Validator,
} from '@pinnace/schema'
import type { StoreValue } from '@pinnace/store'
import type { Converter } from '@pinnace/versioning'
import type { EntryNote } from '@pinnace/watch-cache'
import type { Draft } from './draft.ts'
import { encodeObject } from './encode-object.ts'
import { createDescriber } from './object-note.ts'
import { completedView } from './completed-view.ts'
import { createVersionView, type VersionView } from './version-view.ts'

/** How one version of a resource is read from bodies, checked, and written to the store. */
export interface ObjectCodec extends VersionView {
  /**
   * Makes an object of a parsed body, editing it in place: unknown fields are dropped and told to `unknown`, values
   * normalised, the schema's defaults filled in. Throws DecodeError.
   */
  decode(value: Record<string, unknown>, unknown: ((path: string) => void) | undefined): Draft
  /** Refuses what the schema refuses (hosts' kinds; built-in kinds validate in their strategy). */
  readonly validate: Validator | undefined
  /** The same of a change; where a schema may have become stricter, only of what is not as it was. */
  validateUpdate(next: ApiObject, live: ApiObject, errors: FieldErrors): void
  /** What is stored, with a hole for its revision. Waits only where conversion to the storage version does. */
  encode(object: ApiObject): Awaitable<StoreValue>
}

/** Options for {@link createObjectCodec}. */
export interface ObjectCodecOptions {
  readonly definition: ResourceDefinition
  /** Between the versions of the kind; absent where it has one only. */
  readonly converter?: Converter | undefined
  /** All versions of the kind. @default the definition alone */
  readonly versions?: readonly ResourceDefinition[]
  /** The note kept beside an object of the storage version. */
  readonly describe?: (object: ApiObject) => EntryNote
}

/** The codec of a definition. Nothing is compiled before it is used. */
export function createObjectCodec({
  definition,
  converter,
  versions = [definition],
  describe = createDescriber([definition], undefined),
}: ObjectCodecOptions): ObjectCodec {
  let decoder: Decoder | undefined
  let applyDefaults: ((value: unknown) => void) | undefined
  let validator: Validator | undefined
  const { builtIn } = definition
  const encodeStored = (object: ApiObject): StoreValue => encodeObject(object, describe(object))
  return {
    ...completedView(createVersionView(definition, converter), versions),
    decode(value, unknown) {
      decoder ??= compileDecoder(definition.schema(), { goSemantics: builtIn })
      const draft = decoder(value, unknown) as unknown as Draft
      definition.readOpenFields?.(draft as unknown as ApiObject)
      if (!builtIn) {
        applyDefaults ??= compileDefaults(definition.schema())
        applyDefaults(draft)
      }
      draft.metadata ??= {}
      return draft
    },
    get validate() {
      if (builtIn) return undefined
      return (validator ??= compileValidator(definition.schema()))
    },
    validateUpdate(next, live, errors) {
      if (definition.stored === undefined) this.validate?.(next, errors)
      else validateChange(definition.schema(), next, live, errors)
    },
    encode(object) {
      if (converter === undefined) return encodeStored(object)
      const { storageVersion } = converter
      if (object.apiVersion === storageVersion) return encodeStored(object)
      if (converter.isImmediate) return encodeStored(converter.convertNow(object, storageVersion))
      return thenMaybe(converter.convert([object], storageVersion), ([stored]) => encodeStored(stored!))
    },
  }
}

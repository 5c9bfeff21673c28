import {
  thenMaybe,
  cloneJson,
  formatGroupVersion,
  freezeJson,
  type ApiObject,
  type Awaitable,
  type FieldErrors,
  type Mutable,
  type TimeSlices,
} from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import {
  compileDecoder,
  compileDefaults,
  compileValidator,
  validateChange,
  type Decoder,
  type NumberForm,
  type Validator,
} from '@pinnace/schema'
import type { Converter } from '@pinnace/versioning'
import type { EntryNote } from '@pinnace/watch-cache'
import type { Draft } from './draft.ts'
import { encodeObject, type EncodedObject } from './encode-object.ts'
import { createDescriber } from './object-note.ts'
import { createAnsweredForm, createWrittenForms } from './written-form.ts'
import { completedView } from './completed-view.ts'
import { createVersionView, type VersionView } from './version-view.ts'

/** Decodes, validates and encodes the objects of one version of a resource. */
export interface ObjectCodec extends VersionView {
  /**
   * Decodes a parsed body, editing it in place: drops unknown fields and reports them to `unknown`, normalizes values,
   * and fills in the defaults of the schema. Throws a DecodeError.
   */
  decode(value: Record<string, unknown>, unknown: ((path: string) => void) | undefined, numbers?: NumberForm): Draft
  /** Validates against the schema. Undefined for built-in kinds, whose strategies validate. */
  readonly validate: Validator | undefined
  /** Validates an update. If the schema may have become stricter, only changed values are validated. */
  validateUpdate(next: ApiObject, live: ApiObject, errors: FieldErrors): void
  /** An object that is not stored, such as that of a dry run, as it would be stored. Does not change it. */
  written(object: ApiObject): ApiObject
  /** An object as it would be read after it has been stored: converted to the storage version and back. */
  readBack(object: ApiObject): Awaitable<ApiObject>
  /** An object that only an answer contains, such as a review, with the members that its type always has. */
  answered<T extends object>(object: T): T
  /**
   * Encodes an object for the store. Asynchronous only if the conversion to the storage version is, or in turns for a
   * large object.
   */
  encode(object: ApiObject, turns?: TimeSlices): Awaitable<EncodedObject>
}

/** Options for {@link createObjectCodec}. */
export interface ObjectCodecOptions {
  readonly definition: ResourceDefinition
  /** Converts between the versions of the kind; undefined if it has only one. */
  readonly converter?: Converter | undefined
  /** All versions of the kind. @default only the definition */
  readonly versions?: readonly ResourceDefinition[]
  /** Creates the note of an object of the storage version. */
  readonly describe?: (object: ApiObject) => EntryNote
}

/** Creates the codec of a definition. Its schema is compiled on first use. */
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
  const withDefaults = storedDefaults(versions, converter)
  const writtenForms = createWrittenForms(versions)
  const encodeStored = (object: ApiObject, turns: TimeSlices | undefined): Awaitable<EncodedObject> => {
    const written = writtenForms(object)
    if (turns === undefined) return encodeObject(written, describe(object))
    return turns.next().then(() => encodeObject(written, describe(object)))
  }
  const view = completedView(createVersionView(definition, converter), versions)
  return {
    ...view,
    decode(value, unknown, numbers) {
      decoder ??= compileDecoder(definition.schema(), { goSemantics: builtIn })
      const draft = decoder(value, unknown, numbers) as unknown as Draft
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
      else validateChange(definition.schema(), next, withoutType(live), errors)
    },
    written: writtenForms,
    readBack(object) {
      // Conversions of built-in kinds lose nothing.
      if (builtIn || converter === undefined || object.apiVersion === converter.storageVersion)
        return writtenForms(object)
      return thenMaybe(converter.convert([object], converter.storageVersion), ([stored]) =>
        view.showOne(withDefaults(stored!)),
      )
    },
    answered: createAnsweredForm(definition),
    encode(object, turns) {
      if (converter === undefined) return encodeStored(object, turns)
      const { storageVersion } = converter
      if (object.apiVersion === storageVersion) return encodeStored(object, turns)
      if (converter.isImmediate) {
        return encodeStored(withDefaults(converter.convertNow(object, storageVersion)), turns)
      }
      return thenMaybe(converter.convert([object], storageVersion), ([stored]) =>
        encodeStored(withDefaults(stored!), turns),
      )
    },
  }
}

/**
 * Fills in the defaults of the version that is stored: a write at another version has filled in those of its own. The
 * original fills them in whenever it reads the object; what a client sees is the same.
 */
/** A stored object as changes are judged: what it says it is is judged in every write. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go – the old object is compared without its type.
function withoutType({ apiVersion: _apiVersion, kind: _kind, ...object }: ApiObject): unknown {
  return object
}

function storedDefaults(
  versions: readonly ResourceDefinition[],
  converter: Converter | undefined,
): (object: ApiObject) => ApiObject {
  const stored = versions.find((version) => formatGroupVersion(version) === converter?.storageVersion)
  if (stored?.stored === undefined) return (object) => object
  return (object) => {
    const draft = cloneJson(object) as Mutable<ApiObject>
    stored.stored?.complete(draft)
    return freezeJson(draft) as ApiObject
  }
}

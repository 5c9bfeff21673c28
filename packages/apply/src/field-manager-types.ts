import type { ApiObject, Clock, ManagedFieldsEntry, Vocabulary } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'

/** An object at another version, and what describes it there. */
export interface ConvertedObject {
  readonly object: ApiObject
  readonly schema: ObjectSchema
}

/** Options for {@link createFieldManager}. */
export interface FieldManagerOptions {
  readonly schema: ObjectSchema
  /** The version all objects given to this field manager have. */
  readonly apiVersion: string
  readonly vocabulary: Vocabulary
  readonly clock: Pick<Clock, 'now'>
  /**
   * The object that a create is compared with. For a kind that is a Go struct in kube-apiserver this is the zero value
   * of the struct. @default {}
   */
  readonly emptyObject?: () => object
  /**
   * The object at another version of its kind; undefined where that version is not served any more, whose entries are
   * then dropped. Needed only by kinds of several versions. @default no other version is known
   */
  readonly convert?: (object: ApiObject, apiVersion: string) => ConvertedObject | undefined
}

/** Paths of fields, each a list of names: `[['status'], ['metadata', 'labels']]`. */
export type FieldPaths = readonly (readonly string[])[]

/** What a write that is no apply did. */
export interface TrackUpdateOptions {
  /** What is stored; undefined on create. */
  readonly live: ApiObject | undefined
  /** What will be stored. Its own managedFields are what the client sent. */
  readonly next: ApiObject
  readonly manager: string
  /** `status`, `scale`; empty or undefined for the resource itself. */
  readonly subresource?: string | undefined
  /** The entry of the manager gets no time: a write through the scale. @default false */
  readonly isTimeless?: boolean | undefined
  /** Fields that the strategy of this endpoint resets; a write through it cannot own them. */
  readonly resetFields?: FieldPaths | undefined
  /** The objects are large: their maps and lists are walked in steps. @default false */
  readonly isLarge?: boolean | undefined
}

/** What a server-side apply asks for. */
export interface ApplyOptions {
  /** What is stored; undefined where nothing is: the apply creates. */
  readonly live: ApiObject | undefined
  /** The configuration as it was sent: not decoded, not defaulted. */
  readonly applied: ApiObject
  readonly manager: string
  /** Takes fields away from other managers instead of refusing. */
  readonly force: boolean
  readonly subresource?: string | undefined
  readonly resetFields?: FieldPaths | undefined
  /** As for an update. @default false */
  readonly isLarge?: boolean | undefined
}

/** What an apply makes of an object. */
export interface ApplyResult {
  /**
   * The merged object, without managedFields. It must be decoded and defaulted before it is stored: values stand as
   * they were applied (`1000m`), fields that were given up are absent.
   */
  readonly object: ApiObject
  readonly managedFields: readonly ManagedFieldsEntry[]
  /** False when neither the object nor its managers differ from what is stored, and no write is needed. */
  readonly changed: boolean
}

/** Keeps managedFields of one kind at one version. Nothing given to it is changed; what did not change is shared. */
export interface FieldManager {
  /**
   * The managedFields of an object that was created, replaced or patched. Never fails: entries the client made up are
   * ignored, and an object that contradicts its schema keeps the entries it has.
   */
  trackUpdate(options: TrackUpdateOptions): readonly ManagedFieldsEntry[]
  /** As {@link trackUpdate}; can be interrupted. */
  trackUpdateInSteps(options: TrackUpdateOptions): Generator<void, readonly ManagedFieldsEntry[]>
  /**
   * Server-side apply.
   * @throws StatusError 409 with one FieldManagerConflict cause a field, 400 for a configuration that contradicts the
   * schema, names another version or carries managedFields.
   */
  apply(options: ApplyOptions): ApplyResult
  /** As {@link apply}; can be interrupted. */
  applyInSteps(options: ApplyOptions): Generator<void, ApplyResult>
}

import type { ApiObject, FieldErrors, Mutable } from '@pinnace/meta'
import type * as z from 'zod'
import type { Scope } from '@pinnace/types'
import type { ValidationRule } from '@pinnace/types/apiextensions-v1'
import type { Column, ResourceDefinition, Strategy, StrategyContext } from '../definition.ts'
import type { HubConversion } from './hub-conversion.ts'

/** The objects of a kind authored in zod: the envelope, and the output of the schema. */
export type DefinedObject<S extends z.ZodObject> = ApiObject & z.output<S>

/** What writes of a kind authored in zod take: the envelope, and the input of the schema. */
export type DefinedInput<S extends z.ZodObject> = ApiObject & z.input<S>

/** A resource definition that knows what writes take: fields with a default may be left out. */
export interface DefinedResource<T extends ApiObject = ApiObject, Input = T> extends ResourceDefinition<T> {
  /** For the compiler only; never present. */
  readonly '~input'?: Input
}

/** The objects of a definition: `type Widget = ObjectOf<typeof Widget>`. */
export type ObjectOf<Definition extends ResourceDefinition<never>> =
  Definition extends ResourceDefinition<infer T> ? T : never

/** What writes of a definition take: `type WidgetInput = InputOf<typeof Widget>`. */
export type InputOf<Definition extends ResourceDefinition<never>> =
  Definition extends DefinedResource<never, infer Input>
    ? unknown extends Input
      ? ObjectOf<Definition>
      : Input
    : never

/** A printed column of a host's kind. */
export interface ResourceColumn {
  readonly name: string
  readonly type: Column['type']
  /** Where the cell is: `.spec.size`, `.status.conditions[?(@.type=="Ready")].status`. A `date` prints as an age. */
  readonly jsonPath: string
  readonly description?: string
  readonly format?: string
  /** 0 is always shown, more only with `-o wide`. @default 0 */
  readonly priority?: number
}

/** Where the numbers of `/scale` are. Plain dotted paths. */
export interface ScaleOptions {
  /** Below `.spec`. */
  readonly specReplicasPath: string
  /** Below `.status`. */
  readonly statusReplicasPath: string
  /** A label selector in its text form, below `.status` or `.spec`. */
  readonly labelSelectorPath?: string
}

/** What a kind does beyond its schema. A hook may change `next` where that is said, and nothing else. */
export interface ResourceHooks<T extends ApiObject> {
  /** Fills what was left out (may change `next`), after the schema's defaults. */
  readonly defaults?: (next: Mutable<T>, context: StrategyContext) => void
  /** Sets what the server sets (may change `next`); `live` is undefined on create. */
  readonly prepare?: (next: Mutable<T>, live: T | undefined, context: StrategyContext) => void
  /** Refuses, on create and on update, what the schema cannot say. */
  readonly validate?: (next: T, errors: FieldErrors, context: StrategyContext) => void
  /** Refuses changes. */
  readonly validateUpdate?: (next: T, live: T, errors: FieldErrors, context: StrategyContext) => void
  /** Texts for Warning headers of a write that is accepted. */
  readonly warnings?: NonNullable<Strategy<T>['warnings']>
}

/** Options for {@link defineResource}. */
export interface ResourceOptions<S extends z.ZodObject, H extends ApiObject = ApiObject> extends ResourceHooks<
  DefinedObject<S>
> {
  /** A domain of the host's: `example.dev`. */
  readonly group: string
  /** `v1`, `v1beta2`. */
  readonly version: string
  readonly kind: string
  readonly scope: Scope
  /** The fields beside apiVersion, kind and metadata, which every object has. */
  readonly schema: S
  /** The path segment. @default the kind in lower case, in the plural */
  readonly plural?: string
  /** @default the kind in lower case */
  readonly singular?: string
  readonly shortNames?: readonly string[]
  /** Names under which clients list many resources at once (`all`). */
  readonly categories?: readonly string[]
  /** After the name. @default an Age column */
  readonly columns?: readonly ResourceColumn[]
  readonly subresources?: {
    /** Status is written through `/status` only, and nothing else is there. @default false */
    readonly status?: boolean
    readonly scale?: ScaleOptions
  }
  /** Plain paths of text, numbers or booleans that a fieldSelector may ask for: `.spec.color` is asked for as `spec.color`. */
  readonly selectableFields?: readonly string[]
  /** Plain paths of fields that an update may not change: `.spec.storage`. */
  readonly immutable?: readonly string[]
  /**
   * Rules of the whole object in the Common Expression Language, published and evaluated as those of a CRD. Rules of a
   * part of it are said by `.meta({ rules })`. A rule that does not compile is a TypeError of `createServer`.
   */
  readonly rules?: readonly ValidationRule[]
  /** This is another version of a kind whose hub is defined already; hand both to the server. @default the only version, or the hub */
  readonly conversion?: HubConversion<DefinedObject<S>, H>
  /**
   * The version objects are written to the store in, said by the hub: `v1beta1`. What is stored in another is read as it
   * is, and rewritten by the next write to it. @default the hub's own
   */
  readonly storageVersion?: string
  /** False: this version is not served, but objects stored in it are still read. @default true */
  readonly served?: boolean
  /** Whether it is served where the runtime configuration of a server does not say. @default true */
  readonly enabledByDefault?: boolean
  /** Refuses names the kind cannot have; returns messages. @default a DNS subdomain */
  readonly validateName?: (name: string, prefix: boolean) => readonly string[]
}

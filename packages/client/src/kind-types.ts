import type { ApiObject, BuiltInDomain } from '@pinnace/meta'
import type { DefinedResource, ResourceDefinition } from '@pinnace/resources'
import type { BuiltInKinds, CreateOnlyKind } from '@pinnace/types/built-in-kinds'
import type { CreateOnlyClient, ResourceClient } from './resource-client.ts'
import type { ResourceIdentity } from './resource-identity.ts'
import type { LooseInput, LooseObject } from './stored-object.ts'

/** Names a kind by its apiVersion and kind. */
export interface KindReference<Version extends string = string, Kind extends string = string> {
  readonly apiVersion: Version
  readonly kind: Kind
}

/** The kinds of an apiVersion: those of a built-in group version, any text in others. */
export type KindIn<Version extends string> = Version extends keyof BuiltInKinds
  ? keyof BuiltInKinds[Version] & string
  : string

/** The type of the objects of a kind; {@link LooseObject} where the kind is not built in. */
export type BuiltInObject<Version extends string, Kind extends string> = string extends Version
  ? LooseObject
  : OrLoose<MemberOf<BuiltInKinds[Extract<keyof BuiltInKinds, Version>], Kind>>

/** Finds the typed client of a kind. `Rest` are the further arguments. */
export interface ClientOfKind<Rest extends readonly unknown[] = []> {
  /** A client of a kind defined in code: writes take the input of its schema, answers are its output. */
  <T extends ApiObject, Input = T>(definition: DefinedResource<T, Input>, ...rest: Rest): ResourceClient<T, Input>
  /** A client of a resource definition. */
  <T extends ApiObject>(definition: ResourceDefinition<T>, ...rest: Rest): ResourceClient<T>
  /** A client of a discovered resource, whose type may be given. */
  <T extends ApiObject = LooseObject>(resource: ResourceIdentity, ...rest: Rest): ResourceClient<T, InputFor<T>>
  /** A client of a kind whose type is given: of a custom resource. The type is taken on trust. */
  <T extends ApiObject = never>(kind: TypedKind<T>, ...rest: Rest): ResourceClient<T>
  /** A client of a kind by its name; built-in kinds are typed: `{ apiVersion: 'v1', kind: 'ConfigMap' }`. */
  <Version extends string, Kind extends KindIn<Version>>(
    kind: KindReference<Version, Kind>,
    ...rest: Rest
  ): ClientOf<Version, Kind>
}

/** The client of `{ apiVersion, kind }`. */
export type ClientOf<Version extends string, Kind extends string> = [Kind] extends [CreateOnlyKind]
  ? CreateOnlyClient<BuiltInObject<Version, Kind>>
  : ResourceClient<BuiltInObject<Version, Kind>, InputFor<BuiltInObject<Version, Kind>>>

/** What writes take of objects that are read as `T`. */
export type InputFor<T> = string extends keyof T ? LooseInput : T

/** What may name a kind whose objects are of type `T`; the type of a built-in kind has its own names only. */
export type TypedKind<T> = [T] extends [never] ? never : OrAny<ReferenceTo<T>>

type MemberOf<Kinds, Kind> = Kinds extends unknown ? (Kind extends keyof Kinds ? Kinds[Kind] : never) : never

type OrLoose<T> = [T] extends [never] ? LooseObject : T

type OrAny<Reference> = [Reference] extends [never] ? KindReference : Reference

type ReferenceTo<T> = {
  [Version in keyof BuiltInKinds & string]: {
    [Kind in keyof BuiltInKinds[Version] & string]: IsSame<BuiltInKinds[Version][Kind], T> extends true
      ? KindReference<InAnyDomain<Version>, Kind>
      : never
  }[keyof BuiltInKinds[Version] & string]
}[keyof BuiltInKinds & string]

/** The vocabulary of a server may have another domain than the built-in ones. */
type InAnyDomain<Version extends string> = Version extends `${infer Group}.${BuiltInDomain}/${infer Name}`
  ? `${Group}.${string}/${Name}`
  : Version

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

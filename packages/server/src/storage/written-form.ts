import { cloneJson, formatGroupVersion, type ApiObject } from '@pinnace/meta'
import { isAlwaysJson, type ResourceDefinition } from '@pinnace/resources'
import { compileDecoder, compileEncoder, type Decoder, type Encoder } from '@pinnace/schema'

/** Gives an object the form in which it is stored and sent. Does not change the object. */
export type WriteForm = (object: ApiObject) => ApiObject

/** The form of the objects of one version. Custom resources have none of their own. */
export function createWrittenForm(definition: ResourceDefinition): WriteForm {
  if (!definition.builtIn) return (object) => object
  let encoder: Encoder | undefined
  // Empty lists get lost in protobuf only.
  const keepsEmptyLists = isAlwaysJson(definition)
  return (object) => (encoder ??= compileEncoder(definition.schema(), { keepsEmptyLists }))(object)
}

/** The form of objects of several versions of a kind. */
export function createWrittenForms(versions: readonly ResourceDefinition[]): WriteForm {
  const [only] = versions
  if (versions.length === 1 && only !== undefined) return createWrittenForm(only)
  const forms = new Map(versions.map((version) => [formatGroupVersion(version), createWrittenForm(version)]))
  return (object) => forms.get(object.apiVersion ?? '')?.(object) ?? object
}

/** The form of answers that are not stored. Other kinds, such as a Status, have it already. */
export function createAnsweredForm(definition: ResourceDefinition): <T extends object>(object: T) => T {
  if (!definition.builtIn) return (object) => object
  let decode: Decoder | undefined
  let encode: Encoder | undefined
  return (object) => {
    if ((object as { readonly kind?: unknown }).kind !== definition.kind) return object
    decode ??= compileDecoder(definition.schema())
    encode ??= compileEncoder(definition.schema(), { keepsEmptyLists: true })
    return encode(decode(cloneJson(object)) as typeof object)
  }
}

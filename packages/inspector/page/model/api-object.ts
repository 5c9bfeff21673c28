import { isObject, memberOf, textOf, type JsonObject } from './json.ts'

/** An object of the API. */
export interface ApiObject extends JsonObject {
  readonly metadata: JsonObject
}

/** Whether a value is an object of the API. */
export function isApiObject(value: unknown): value is ApiObject {
  return isObject(value) && isObject(value['metadata'])
}

/** The name of an object. */
export function nameOf(object: ApiObject): string {
  return textOf(object.metadata, 'name')
}

/** The namespace of an object; empty for a cluster-scoped one. */
export function namespaceOf(object: ApiObject): string {
  return textOf(object.metadata, 'namespace')
}

/** The resourceVersion of an object. */
export function versionOf(object: ApiObject): string {
  return textOf(object.metadata, 'resourceVersion')
}

/** The object without managedFields, which have a view of their own. */
export function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

const hidden = '••••••••'
const lastApplied = /last-applied-configuration$/

/** The object with the values of a Secret hidden; other objects as they are. */
export function withHiddenSecrets(object: ApiObject): ApiObject {
  if (object['kind'] !== 'Secret') return object
  const hide = (value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, hidden])) : value
  const annotations = memberOf(object.metadata, 'annotations')
  const shown = isObject(annotations)
    ? Object.fromEntries(
        Object.entries(annotations).map(([name, text]) => [name, lastApplied.test(name) ? hidden : text]),
      )
    : undefined
  return {
    ...object,
    metadata: shown === undefined ? object.metadata : { ...object.metadata, annotations: shown },
    ...('data' in object ? { data: hide(object['data']) } : {}),
    ...('stringData' in object ? { stringData: hide(object['stringData']) } : {}),
  }
}

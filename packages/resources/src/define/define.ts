// The entry point `@pinnace/resources/define`: everything a host needs to write a kind of its own. It loads zod, which
// the package's main entry does not.
export * as z from 'zod'
export { atomic, atomicList, atomicMap, embeddedResource, listMap, listSet, type KeyOf } from './schema-extensions.ts'
export { defineResource } from '../define-resource.ts'
export { bytes, duration, int32, int64, intOrString, microTime, preserveUnknown, quantity, time } from '../authoring.ts'
export type { ConvertedContent, HubConversion } from './hub-conversion.ts'
export type {
  DefinedInput,
  DefinedObject,
  DefinedResource,
  InputOf,
  ObjectOf,
  ResourceColumn,
  ResourceHooks,
  ResourceOptions,
  ScaleOptions,
} from './resource-options.ts'

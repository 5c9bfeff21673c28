import { cloneJson, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { compileDecoder, compileDefaults, compileValidator, type Decoder, type Validator } from '@pinnace/schema'
import type { StoreValue } from '@pinnace/store'
import type { EntryNote } from '@pinnace/watch-cache'
import type { Draft } from '../served-resource.ts'
import { encodeObject } from './encode-object.ts'
import { createDescriber } from './object-note.ts'

/** How one version of a resource is read from bodies, checked, and written to the store. */
export interface ObjectCodec {
  /**
   * Makes an object of a parsed body, editing it in place: unknown fields are dropped and told to `unknown`, values
   * normalised, the schema's defaults filled in. Throws DecodeError.
   */
  decode(value: Record<string, unknown>, unknown: ((path: string) => void) | undefined): Draft
  /** Refuses what the schema refuses (hosts' kinds; built-in kinds validate in their strategy). */
  readonly validate: Validator | undefined
  /** What is stored, with a hole for its revision. */
  encode(object: ApiObject): StoreValue
  /** A stored object as this version shows it; frozen objects stay as they are. */
  fromStorage(object: ApiObject): ApiObject
  /** True where stored objects are shown as they are, so their bytes can be sent as they are. */
  readonly isStorageVersion: boolean
}

/** The codec of a definition. Nothing is compiled before it is used. */
export function createObjectCodec(
  definition: ResourceDefinition,
  describe: (object: ApiObject) => EntryNote = createDescriber(definition),
): ObjectCodec {
  let decoder: Decoder | undefined
  let applyDefaults: ((value: unknown) => void) | undefined
  let validator: Validator | undefined
  const { builtIn, conversion } = definition
  return {
    isStorageVersion: conversion === undefined,
    decode(value, unknown) {
      decoder ??= compileDecoder(definition.schema(), { goSemantics: builtIn })
      const draft = decoder(value, unknown) as unknown as Draft
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
    encode(object) {
      if (conversion === undefined) return encodeObject(object, describe(object))
      const stored = cloneJson(object) as Draft
      conversion.toStorage(stored)
      return encodeObject(stored, describe(object))
    },
    fromStorage(object) {
      if (conversion === undefined) return object
      const shown = cloneJson(object) as Draft
      conversion.fromStorage(shown)
      return shown
    },
  }
}

import { DecodeError, jsonWord } from './decode-error.ts'
import { decodeGoStruct, type GoDecoding } from './decode-go.ts'
import { structPlan } from './go-plan.ts'
import { decodeStructural } from './decode-structural.ts'
import type { ObjectSchema } from './schema.ts'

/** Hears of every field that the schema does not know, `spec.containers[0].bar`, in the order of the document. */
export type UnknownFieldReport = (path: string) => void

/**
 * Reads parsed JSON as an object of one kind. The value is edited in place and returned; a {@link DecodeError} leaves
 * it half edited.
 */
export type Decoder = (value: unknown, report?: UnknownFieldReport, numbers?: NumberForm) => Record<string, unknown>

/**
 * How numbers that are no 64-bit integers stand in the value. `literal`: as symbols whose descriptions are their text in
 * the document, which messages quote; only for built-in kinds.
 */
export type NumberForm = 'parsed' | 'literal'

/** Options for {@link compileDecoder}. */
export interface DecoderOptions {
  /**
   * True for built-in kinds: the result is what a round trip through Go's types writes – zero values dropped or filled
   * by the fields' flags, text forms canonical, wrong types refused. False for hosts' kinds: unknown fields and nulls
   * that mean nothing are dropped, everything else is kept for validation to judge.
   * @default true
   */
  readonly goSemantics?: boolean
}

/** Makes the decoder of a kind. Types are compiled when the first value of theirs is read. */
export function compileDecoder(schema: ObjectSchema, { goSemantics = true }: DecoderOptions = {}): Decoder {
  const decoding: GoDecoding = { path: [], unnamed: 0, report: undefined }
  return (value, report, numbers) => {
    decoding.path.length = 0
    decoding.unnamed = 0
    decoding.hasLiterals = numbers === 'literal'
    decoding.failure = undefined
    decoding.report = report
    try {
      const object = asObject(value, schema)
      if (goSemantics) decodeGoStruct(object, structPlan(schema), decoding)
      else decodeStructural(object, schema, decoding)
      // It may be changed while the object is decoded.
      const { failure } = decoding as GoDecoding
      if (failure !== undefined) throw failure
      return object
    } catch (cause) {
      // Types that contain themselves can be nested as deep as JSON may be, and deeper than the stack.
      if (cause instanceof RangeError) throw new DecodeError('exceeded max depth', { cause })
      throw cause
    } finally {
      decoding.report = undefined
    }
  }
}

function asObject(value: unknown, schema: ObjectSchema): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  const type = schema.name?.split('.').slice(-2).join('.') ?? 'map[string]interface {}'
  throw new DecodeError(`json: cannot unmarshal ${jsonWord(value)} into Go value of type ${type}`)
}

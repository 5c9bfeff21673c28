export { DecodeError } from './decode-error.ts'
export { compileDecoder, type Decoder, type DecoderOptions, type UnknownFieldReport } from './decode.ts'
export type {
  AnySchema,
  BooleanSchema,
  Field,
  IntOrStringSchema,
  ListSchema,
  ListType,
  MapSchema,
  MapType,
  NumberSchema,
  ObjectSchema,
  Schema,
  SchemaCommon,
  StringSchema,
} from './schema.ts'
export { createTypeLoader, type TypeLoader, type TypeTable } from './type-table.ts'

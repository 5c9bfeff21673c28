/** A schema of an OpenAPI document, as it stands there. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What an operation takes and answers. */
export interface SurfaceOperation {
  /** What the body must be; absent where there is none. */
  readonly body: JsonSchema | undefined
  /** What a success is answered with. */
  readonly answer: JsonSchema | undefined
  /** Names of parameters, `query parameter limit`; true for those that must be given. */
  readonly parameters: ReadonlyMap<string, boolean>
}

/** All that clients of an API can rely on. */
export interface ApiSurface {
  /** By method and path, `GET /apis/example.dev/v1/widgets`; those of declared kinds by verb and path. */
  readonly operations: ReadonlyMap<string, SurfaceOperation>
  /** The type a reference leads to; undefined for one that leads nowhere. */
  type(name: string): JsonSchema | undefined
  /** Names of types. */
  readonly types: readonly string[]
}

/** The name a reference leads to, and undefined where a schema is none. Throws a TypeError for one out of the document. */
export function referenceOf(schema: JsonSchema): string | undefined {
  const direct = schema['$ref']
  if (typeof direct === 'string') {
    if (!direct.startsWith('#/')) throw new TypeError(`the document refers to ${JSON.stringify(direct)}, out of itself`)
    return direct.slice(direct.lastIndexOf('/') + 1)
  }
  // Version 3 writes a reference with words of its own beside it as the only part of an allOf.
  const parts = schema['allOf']
  if (!Array.isArray(parts) || parts.length !== 1 || 'properties' in schema) return undefined
  return isSchema(parts[0]) ? referenceOf(parts[0]) : undefined
}

/** Whether a value can be a schema at all. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

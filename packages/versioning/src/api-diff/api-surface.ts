/** A schema of an OpenAPI document, as it stands there. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What an operation takes and answers. */
export interface SurfaceOperation {
  /** What the body must be; absent where there is none. */
  readonly body: JsonSchema | undefined
  /** What a success is answered with. */
  readonly answer: JsonSchema | undefined
  /** Names of parameters, `in query: limit`; true for those that must be given. */
  readonly parameters: ReadonlyMap<string, boolean>
}

/** All that clients of an API can rely on. */
export interface ApiSurface {
  /** By method and path: `GET /apis/example.dev/v1/widgets`. */
  readonly operations: ReadonlyMap<string, SurfaceOperation>
  /** The type a reference leads to; undefined for one that leads nowhere. */
  type(name: string): JsonSchema | undefined
  /** Names of types. */
  readonly types: readonly string[]
}

/** The name a reference leads to, and undefined where a schema is none. */
export function referenceOf(schema: JsonSchema): string | undefined {
  const direct = schema['$ref']
  if (typeof direct === 'string') return direct.slice(direct.lastIndexOf('/') + 1)
  // Version 3 writes a reference with words of its own beside it as the only part of an allOf.
  const parts = schema['allOf']
  return Array.isArray(parts) && parts.length === 1 ? referenceOf(parts[0] as JsonSchema) : undefined
}

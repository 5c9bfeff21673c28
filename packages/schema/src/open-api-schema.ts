/** A schema in the form of OpenAPI documents. */
export type OpenApiSchema = Readonly<Record<string, unknown>>

/**
 * Descriptions of types (`apps.v1.Deployment`) and of their fields, by the field's name in JSON. The empty name is the
 * type itself. Fields of embedded types are described there.
 */
export type TypeDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>

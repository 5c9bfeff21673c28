/** A CRD with rules, and objects that keep them and break them. */
export interface RuledDefinition {
  readonly plural: string
  readonly kind: string
  /** The schema of the spec. */
  readonly spec: object
  readonly status?: object
  /** Rules of the whole object. */
  readonly rules?: readonly object[]
  /** A spec that keeps all rules. */
  readonly good: Readonly<Record<string, unknown>>
  /** What is changed in the good spec, by a name of the change. */
  readonly creates: Readonly<Record<string, Changes>>
  /** What is changed in a stored object. */
  readonly updates: Readonly<Record<string, Changes>>
}

/** New values by path: `rules.0.name`, `rules.-` for one more item; undefined removes. */
export type Changes = Readonly<Record<string, unknown>>

/** The rules of a schema: texts, or rules with all that they say. */
export function ruled(schema: object, ...rules: readonly (string | object)[]): object {
  const validations = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule))
  return { ...schema, 'x-kubernetes-validations': validations }
}

export function text(maxLength: number, more: object = {}): object {
  return { type: 'string', maxLength, ...more }
}

export function listOf(items: object, maxItems: number, more: object = {}): object {
  return { type: 'array', items, maxItems, ...more }
}

export function keyed(key: string, items: object, maxItems: number): object {
  return listOf(items, maxItems, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] })
}

export function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

export const integer = { type: 'integer' }
export const boolean = { type: 'boolean' }

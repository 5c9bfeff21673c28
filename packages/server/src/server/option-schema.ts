/** The schema of an option: the part of JSON Schema that option tables use, and functions. */
export interface OptionSchema {
  /** Absent: any value, or the types of {@link anyOf}. */
  readonly type?: 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object' | 'function'
  /** What messages call a value of the host: `a store`. */
  readonly title?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly items?: OptionSchema
  readonly properties?: Readonly<Record<string, OptionSchema>>
  readonly required?: readonly string[]
  /** False rejects members that {@link properties} does not have. @default any member is accepted */
  readonly additionalProperties?: false | OptionSchema
  readonly anyOf?: readonly OptionSchema[]
}

/** An object of exactly the members of `T`: a member that is missing from the table, or not in `T`, does not compile. */
export interface MembersOf<T> extends OptionSchema {
  readonly type: 'object'
  readonly properties: { readonly [K in keyof T]-?: OptionSchema }
  readonly additionalProperties: false
}

/** The type of a member, without undefined. */
export type MemberOf<T, K> = K extends keyof T ? NonNullable<T[K]> : never

/** The type of an element. */
export type ElementOf<T> = T extends readonly (infer Element)[] ? Element : never

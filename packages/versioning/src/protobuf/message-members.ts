import type { ValueCodec } from './value-codec.ts'

/** How the fields of one struct stand on the wire. */
export interface MessagePlan {
  /** The name in refusals: `PodSpec`. */
  readonly name: string
  /** In the order they are written: ascending numbers. */
  readonly members: readonly Member[]
  readonly byNumber: ReadonlyMap<number, Member>
}

/** What stands under one number of a message. */
export type Member = FieldMember | ListMember | MapMember | EmbeddedMember

interface MemberCommon {
  readonly number: number
  /** Number and wire type, as they are written. */
  readonly tag: number
  /** JSON name; empty for an embedded struct. */
  readonly name: string
}

/** One value. */
export interface FieldMember extends MemberCommon {
  readonly form: 'field'
  readonly codec: ValueCodec
  /** Absent differs from zero: what is absent is not written. */
  readonly pointer: boolean
  /** A zero that was read is left out. */
  readonly dropsZero: boolean
}

/** A value an entry; read packed too. */
export interface ListMember extends MemberCommon {
  readonly form: 'list'
  readonly codec: ValueCodec
}

/** A message `{key 1, value 2}` an entry. */
export interface MapMember extends MemberCommon {
  readonly form: 'map'
  readonly codec: ValueCodec
}

/** A nested message whose fields are the struct's own in JSON. */
export interface EmbeddedMember extends MemberCommon {
  readonly form: 'embedded'
  readonly plan: MessagePlan
}

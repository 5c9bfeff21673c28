import { BoundedMap } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Protobuf } from '@pinnace/versioning'

/** A stored object. It is not changed: a write of the object makes another entry. */
export interface StoredForm {
  readonly value: Uint8Array
}

/** What a message is made of: a version of a kind, or metadata alone. */
export type MessageDefinition = Pick<ResourceDefinition, 'schema'>

interface ProtobufForm {
  readonly definition: MessageDefinition
  readonly message: Uint8Array
}

/**
 * The protobuf messages of stored objects, beside their JSON: encoded when they are first asked for, shared by gets, lists
 * and watches. At most `limitBytes` of messages and of the JSON that is held with them; the least recently used are evicted.
 */
export class ProtobufForms {
  readonly limitBytes: number
  readonly #forms: BoundedMap<StoredForm, ProtobufForm>

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes
    this.#forms = new BoundedMap({
      maxWeight: limitBytes,
      weigh: ({ message }, { value }) => message.byteLength + value.byteLength,
    })
  }

  /** The message of an entry in a version of its kind; undefined if it is not kept. */
  find(entry: StoredForm, definition: MessageDefinition): Uint8Array | undefined {
    const known = this.#forms.get(entry)
    return known?.definition === definition ? known.message : undefined
  }

  /** The message of an entry in a version of its kind; `show` returns the object in that version. */
  messageOf(protobuf: Protobuf, entry: StoredForm, definition: MessageDefinition, show: () => object): Uint8Array {
    const known = this.find(entry, definition)
    if (known !== undefined) return known
    const message = protobuf.encodeProtobuf(definition.schema(), show())
    this.#forms.set(entry, { definition, message })
    return message
  }
}

import { StoreError } from '@pinnace/store'
import type { Link } from './link.ts'
import type { Answer, Call, ToPrimary, ToReplica } from './messages.ts'

/** Calls to the process with the store that wait for an answer. At the limit, further ones fail. */
export class Calls {
  readonly #link: Link<ToPrimary, ToReplica>
  readonly #maxPending: number
  readonly #pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  #lastId = 0

  constructor(link: Link<ToPrimary, ToReplica>, maxPending: number) {
    this.#link = link
    this.#maxPending = maxPending
  }

  call(message: (id: number) => Call): Promise<Answer> {
    if (this.#pending.size >= this.#maxPending) {
      return Promise.reject(new StoreError('Unavailable', `${this.#maxPending} writes wait for an answer`))
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#link.send(message(id))
    })
  }

  answer(id: number, answer: Answer): void {
    this.#pending.get(id)?.resolve(answer)
    this.#pending.delete(id)
  }

  failAll(error: StoreError): void {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

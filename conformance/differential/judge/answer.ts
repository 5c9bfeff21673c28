import type { Step } from '../cases/case.ts'

/** An answer as it came. */
export interface Answer {
  /** 0 where the connection was closed without an answer. */
  readonly status: number
  /** In order, names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

/** One of the two servers. */
export interface Side {
  readonly name: 'pinnace' | 'original'
  readonly url: string
  /** `started` is called when the status code has come. */
  send(step: Step, started?: () => void): Promise<Answer>
  close(): void
}

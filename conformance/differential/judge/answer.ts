import type { Step } from '../cases/case.ts'

/** An answer as it came. */
export interface Answer {
  /** 0 where the connection was closed without an answer. */
  readonly status: number
  /** In order, names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  /** Of protobuf a character for each byte. */
  readonly text: string
}

/** One of the two servers. */
export interface Side {
  readonly name: 'pinnace' | 'original'
  readonly url: string
  /** What stands for the names in braces of steps: `{{webhook}}`. */
  readonly words: Readonly<Record<string, string>>
  /** `started` is called when the status code has come. */
  send(step: Step, started?: () => void): Promise<Answer>
  close(): void
}

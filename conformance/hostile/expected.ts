import { readFileSync } from 'node:fs'

/** The answer that is expected to a request. */
export interface Expectation {
  /** The status of kube-apiserver 1.36; 0 if it closes the connection without an answer. */
  readonly status: number
  /** The status here, where it is another one. */
  readonly here?: number
  /** Why it is another one. */
  readonly why?: string
}

/** Expectations by area and name. */
export type Expected = Readonly<Record<string, Readonly<Record<string, Expectation>>>>

/** The file of expectations. */
export const expectedFile = new URL('expected.json', import.meta.url)

/** Reads the expectations. */
export function readExpected(): Expected {
  return JSON.parse(readFileSync(expectedFile, 'utf8')) as Expected
}

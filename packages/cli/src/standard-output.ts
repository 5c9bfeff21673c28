import type { Output } from './run.ts'

/** The streams of this process. */
export const standardOutput: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.columns,
}

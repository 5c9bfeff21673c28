// The two orders that matter, read from the code that keeps them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** Where an order stands in the code, and under which name docs/architecture.md includes it. */
export const orders = [
  { name: 'pipeline', file: 'packages/server/src/pipeline/handle-request.ts' },
  { name: 'write', file: 'packages/server/src/write/write.ts' },
  { name: 'facilities', file: 'packages/server/src/server/facilities/index.ts' },
]

/**
 * The steps between `// order: begin` and `// order: end` of a source text: what is called, downwards. A call among the
 * arguments of another is made first: `dispatch in beforeDeadline`.
 */
export function stepsOf(text) {
  const body = /^\s*\/\/ order: begin\n([\s\S]*?)^\s*\/\/ order: end$/m.exec(text)
  if (body === null) throw new Error('there is no order between `// order: begin` and `// order: end`')
  return (
    body[1]
      .split('\n')
      .map((line) => line.replace(/\/\/.*$/, ''))
      // A row of an array is a step by its name.
      .map((line) => line.replace(/^\s*(\w+),$/, '$1()'))
      .map((line) =>
        [...line.matchAll(/(?<![\w$.])(?:\w+\??\.)*?((?:\w+\??\.)?[a-z]\w*)\(/g)]
          .map((match) => match[1].replace('?', ''))
          .reverse(),
      )
      .map((names) => names.filter((name) => !['if', 'for', 'while', 'switch', 'catch'].includes(name)).join(' in '))
      .filter((step) => step !== '')
  )
}

/** The order as docs/architecture.md shows it, in its part `order: NAME`. */
export function printOrder({ file }) {
  return ['```text', ...stepsOf(readFileSync(join(root, file), 'utf8')), '```'].join('\n')
}

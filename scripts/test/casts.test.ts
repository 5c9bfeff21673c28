import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { castsIn } from '../casts.mjs'
import { blocksOf, pagesWithCode } from '../examples.mjs'
import { filesBelow, root } from '../workspace.mjs'

const blocks = pagesWithCode().flatMap((page) => blocksOf(page).map(({ line, code }) => ({ name: page, line, code })))
const examples = filesBelow('examples', '.ts').map((name) => ({
  name,
  line: 0,
  code: readFileSync(join(root, name), 'utf8'),
}))

describe('the code that users copy', () => {
  it('has no casts', () => {
    const casts = [...blocks, ...examples].flatMap(({ name, line: start, code }) =>
      castsIn(code).map(({ line, text }) => `${name}:${start + line}: ${text}`),
    )
    expect(casts).toEqual([])
  })
})

describe('casts', () => {
  it('are as and !, but not as const', () => {
    const code = 'a as never\nb!.c\n["a"] as const\nd satisfies string\nx as unknown as { y: 1 }'
    expect(castsIn(code).map(({ line, text }) => `${line}: ${text}`)).toEqual([
      '1: a as never',
      '2: b!',
      '5: x as unknown as { y: 1 }',
      '5: x as unknown',
    ])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordSession, shapeOf } from '../../scripts/site/terminal-session.mjs'
import { findKubectls, noKubectl } from './support/find-kubectls.ts'

const file = join(import.meta.dirname, '..', '..', 'docs', 'images', 'terminal-session.json')
const isThere = findKubectls().length > 0

it.skipIf(!isThere)(
  isThere ? 'the terminal session of the documents prints what it printed when it was recorded' : noKubectl,
  { timeout: 120_000 },
  () => {
    expect(shapeOf(recordSession())).toEqual(shapeOf(JSON.parse(readFileSync(file, 'utf8'))))
  },
)

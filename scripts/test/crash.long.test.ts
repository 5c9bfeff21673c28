import { execFileSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../workspace.mjs'

it('kills a writer of the store as often as it is asked', () => {
  const output = execFileSync(process.execPath, ['scripts/crash.mjs', '--kills=2'], { cwd: root, encoding: 'utf8' })
  expect(stripVTControlCharacters(output)).toMatch(/Tests {2}\d+ passed/)
})

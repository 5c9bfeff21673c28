import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

function check(...options: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.mjs', ...options], {
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

it('a check that does not exist is refused with the names of those that do', () => {
  const { status, text } = check('--only=layers,type')
  expect(status).toBe(2)
  expect(text).toMatch(/^--only: unknown check type\. The checks are types, /)
})

it('an unknown option runs nothing', () => {
  const { status, text } = check('--help')
  expect(status).toBe(1)
  expect(text).toContain("Unknown option '--help'")
})

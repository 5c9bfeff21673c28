import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../workspace.mjs'

const text = readFileSync(join(root, 'actions/start/action.yml'), 'utf8')
const indent = ' '.repeat(8)
/** The script of the only step, which is the end of the file. */
const script = text
  .slice(text.indexOf('run: |') + 'run: |'.length)
  .split('\n')
  .map((line) => line.replace(indent, ''))
  .join('\n')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinnace-action-'))
  for (const program of ['npm', 'pinnace']) {
    const path = join(folder, program)
    writeFileSync(path, `#!/bin/sh\nfor word in ${program} "$@"; do printf '<%s>' "$word"; done >> "$CALLS"\n`)
    chmodSync(path, 0o755)
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

function run(version: string, flags: string): { readonly calls: string; readonly env: string } {
  const calls = join(folder, 'calls')
  const env = join(folder, 'env')
  const output = join(folder, 'output')
  for (const file of [calls, env, output]) writeFileSync(file, '')
  const { status } = spawnSync('bash', ['-e', '-c', script], {
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      CALLS: calls,
      GITHUB_ENV: env,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder,
      PINNACE_VERSION: version,
      PINNACE_FLAGS: flags,
    },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  return { calls: readFileSync(calls, 'utf8'), env: readFileSync(env, 'utf8') }
}

it('the action installs the command, starts it in the background, and sets KUBECONFIG', () => {
  const { calls, env } = run('latest', '--controllers=-* --simulated-nodes=0')
  const kubeconfig = join(folder, 'pinnace.kubeconfig')
  expect(calls).toBe(
    [
      '<npm><install><--global><--no-audit><--no-fund><pinnace@latest>',
      `<pinnace><start><--detach><--secure-port=0><--write-kubeconfig=${kubeconfig}>`,
      '<--controllers=-*><--simulated-nodes=0>',
    ].join(''),
  )
  expect(env).toBe(`KUBECONFIG=${kubeconfig}\n`)
})

it('the action installs a packed package by its path', () => {
  expect(run('./release/pinnace.tgz', '').calls).toContain('<--no-fund><./release/pinnace.tgz>')
})

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pinnace/client'
import { eventually } from '@pinnace/testing'
import { faultKind, type FaultObject } from '@pinnace/testing/faults'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram, type BundledProgram } from '../../../scripts/test/bundle-program.ts'
import { main } from '../src/index.ts'
import { patience, startProgram } from './fixtures/envtest.ts'

const commandSource = `
import { main } from './packages/cli/src/index.ts'
process.exitCode = await main(process.argv.slice(2))
`

let folder: string
let program: BundledProgram

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-detach-'))
  program = await bundleProgram(commandSource)
}, 120_000)

afterAll(async () => {
  program[Symbol.dispose]()
  await rm(folder, { recursive: true })
})

/** Runs the command to its end. */
async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  await using started = startProgram(process.execPath, [program.file, ...args], { TMPDIR: folder })
  const code = await started.exited()
  return { code, text: started.text() }
}

describe('pinnace start --detach', () => {
  it(
    'returns when the server is ready, prints its kubeconfig, and leaves it running until it is stopped',
    { timeout: 200_000 },
    async () => {
      const file = join(folder, 'kubeconfig')
      const flags = ['--secure-port=0', `--write-kubeconfig=${file}`, '--controllers=-*']
      const { code, text } = await run('start', '--detach', '--print-kubeconfig', ...flags)
      expect(text).toMatch(/^apiVersion: v1\n/)
      expect(code).toBe(0)
      expect(await readFile(file, 'utf8')).toBe(text)
      const client = await createClient({ kubeconfig: text, vocabulary: 'kubernetes' })
      const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
      expect((await namespaces.get('default')).metadata.name).toBe('default')
      expect((await stat(`${file}.log`)).mode & 0o777).toBe(0o600)

      const again = await run('start', '--detach', ...flags)
      expect(again.code).toBe(1)
      expect(again.text).toContain(`a server of this kubeconfig is running: pinnace stop --write-kubeconfig ${file}`)

      expect(await run('stop', `--write-kubeconfig=${file}`)).toEqual({ code: 0, text: '' })
      await eventually(
        () =>
          namespaces.get('default').then(
            () => 'served',
            () => 'gone',
          ),
        'gone',
        patience,
      )
      const stopped = await run('stop', '--write-kubeconfig', file)
      expect(stopped).toEqual({
        code: 1,
        text: `pinnace: no server in the background has the kubeconfig ${file}\nsee "command-failed" in docs/errors.md\n`,
      })
    },
  )

  it('prints why the server could not start', { timeout: 100_000 }, async () => {
    const file = join(folder, 'wrong')
    const { code, text } = await run('start', '--detach', `--write-kubeconfig=${file}`, '--client-ca-file=none.crt')
    expect(code).toBe(1)
    expect(text).toContain('--client-ca-file: ENOENT')
  })
})

it('pinnace stop --help explains itself', async () => {
  const lines: string[] = []
  expect(await main(['stop', '--help'], { out: (text) => void lines.push(text), err: () => {} })).toBe(0)
  expect(lines.join('')).toContain('Usage: pinnace stop [--write-kubeconfig FILE]')
})

it('--enable-faults serves the kind Fault', { timeout: 100_000 }, async () => {
  const file = join(folder, 'faulty')
  const flags = ['--secure-port=0', `--write-kubeconfig=${file}`, '--controllers=-*', '--enable-faults']
  expect((await run('start', '--detach', ...flags)).code).toBe(0)
  try {
    const client = await createClient({ kubeconfig: await readFile(file, 'utf8'), vocabulary: 'kubernetes' })
    const faults = client.resource(faultKind)
    const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
    const spec: FaultObject['spec'] = { match: { resources: ['namespaces'] }, do: { type: 'status', code: 500 } }
    await faults.create({ metadata: { name: 'down' }, spec })
    await expect(namespaces.list()).rejects.toMatchObject({ code: 500 })
    await faults.delete('down')
    await namespaces.list()
  } finally {
    expect((await run('stop', `--write-kubeconfig=${file}`)).code).toBe(0)
  }
})

import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocksOf } from '../../../scripts/examples.mjs'
import { root } from '../../../scripts/workspace.mjs'

// Controllers wait on timers and watches: what a script awaits in this process must keep Node running.
const page = 'docs/guide/controllers.md'
const blocks = blocksOf(page)
let folder: string

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a bundled program with this version of Node. */
function run(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, timeout: 60_000 })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** A block as the body of a test of node:test. */
function asTest(line: number, code: string): string {
  const lines = code.split('\n')
  const isImport = (text: string): boolean => /^import .* from '.*'$/.test(text)
  const imports = lines.filter(isImport)
  const body = lines.filter((text) => !isImport(text))
  return [
    "import { test as nodeTest } from 'node:test'",
    ...imports,
    `nodeTest('line ${line}', async () => {`,
    ...body,
    '})',
  ].join('\n')
}

/** A controller that fails until its back-off is longer than everything else takes. */
const failing = `
import assert from 'node:assert/strict'
import { startLoop } from '@pinnace/controllers'
import { createTestServer } from '@pinnace/testing'

const kind = { apiVersion: 'v1', kind: 'Namespace' } as const
let tries = 0
const controller = {
  name: 'failing',
  isDefault: true,
  start(context) {
    const loop = startLoop({
      name: 'failing',
      context,
      async reconcile(name, signal) {
        if (++tries < 8) throw new Error('not yet')
        await context.client.resource(kind).patch(name, { metadata: { labels: { done: 'yes' } } }, { signal })
      },
    })
    context.informers.informer(kind).addHandler({
      add: ({ metadata }) => { if (metadata.name === 'default') loop.add('default') },
    })
    return loop
  },
}
await using server = await createTestServer({ controllers: { controllers: ['failing'], additional: [controller] } })
for await (const { object } of server.client(kind).watch({ resourceVersion: '0', labelSelector: 'done=yes' })) {
  assert.equal(object.metadata.name, 'default')
  break
}
assert.equal(tries, 8)
console.log('reached the end')
`

const prefix = 'block:'
const programs = blocks
  .flatMap(({ line, code }) => [
    { name: `plain-${line}`, code: `${code}\nconsole.log('reached the end')` },
    { name: `tested-${line}`, code: asTest(line, code) },
  ])
  .concat(
    { name: 'tested', code: blocks.map(({ line }) => `import '${prefix}tested-${line}'`).join('\n') },
    { name: 'failing', code: failing },
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guide-'))
  await build({
    entryPoints: programs.map(({ name }) => ({ in: prefix + name, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@pinnace/source'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    plugins: [
      {
        name: 'blocks',
        setup(builder) {
          builder.onResolve({ filter: /^block:/ }, ({ path }) => ({ path, namespace: 'block' }))
          builder.onLoad({ filter: /./, namespace: 'block' }, ({ path }) => ({
            contents: programs.find(({ name }) => path === prefix + name)?.code ?? '',
            loader: 'ts',
            resolveDir: join(root, 'docs', 'guide'),
          }))
        },
      },
    ],
  })
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('the page has scripts', () => {
  expect(blocks.length).toBeGreaterThan(4)
})

it.each(blocks.map(({ line }) => line))(
  'the script of line %i runs to its end as a plain script, and Node exits by itself',
  { timeout: 60_000 },
  async (line) => {
    expect(await run(`plain-${line}.mjs`)).toEqual({ code: 0, output: 'reached the end\n' })
  },
)

it('the scripts pass under node:test, one after the other', { timeout: 60_000 }, async () => {
  const { code, output } = await run('--test-reporter=tap', 'tested.mjs')
  for (const { line } of blocks) expect(output).toMatch(new RegExp(`^ok \\d+ - line ${line}$`, 'm'))
  expect(output).toContain(`# pass ${blocks.length}`)
  expect(code).toBe(0)
})

it('a script that waits for a controller in back-off runs to its end', { timeout: 60_000 }, async () => {
  expect(await run('failing.mjs')).toEqual({ code: 0, output: 'reached the end\n' })
})

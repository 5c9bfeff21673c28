import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace.mjs'
import { bundleProgram } from './bundle-program.ts'

/** The program: a server with one kind of its own, and the given built-in kinds. */
const program = (kinds: string): string => `
  import { createServer } from '@pinnace/server'
  import { defineResource, z } from '@pinnace/resources/define'
  const Widget = defineResource({
    group: 'example.dev', version: 'v1', kind: 'Widget', scope: 'Namespaced', schema: z.object({}),
  })
  const server = await createServer({ resources: [Widget], builtInKinds: ${kinds} })
  await server.client(Widget).namespace('default').create({ metadata: { name: 'w' } })
  await server.close()
  console.log(globalThis.loadedFiles.join('\\n'))
`

/** Each file of the bundle reports itself: hooks of the module loader run in a thread, which may keep a process. */
const reportItself = '(globalThis.loadedFiles ??= []).push(import.meta.url);'

/** A program that imports everything of a module. */
const importer = (specifier: string): string => `
  import * as module from '${specifier}'
  console.log(Object.keys(module).length, globalThis.loadedFiles.join('\\n'))
`

/** Sources of the workspace, and files of dependencies, that a process loads which runs a program. */
async function filesLoadedBy(source: string): Promise<readonly string[]> {
  using bundled = await bundleProgram(source, reportItself)
  const output = execFileSync(process.execPath, [bundled.file], { encoding: 'utf8', timeout: 30_000 })
  const loaded = new Set(output.trim().split(/\s/))
  return Object.entries(bundled.metafile.outputs)
    .filter(([path]) => loaded.has(pathToFileURL(join(root, path)).href))
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    .sort()
}

/** Sources of the workspace that a process loads which runs a server with these built-in kinds. */
async function sourcesLoadedBy(kinds: string): Promise<readonly string[]> {
  return (await filesLoadedBy(program(kinds))).filter((path) => path.startsWith('packages/'))
}

/** What of the built-in kinds is among sources: modules of behavior, type tables, and parts of the rules of pods. */
function builtInPartsOf(sources: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const matching = (pattern: RegExp): readonly string[] => sources.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  return {
    behaviors: matching(/^packages\/kinds\/src\/(.*)-?behaviors\.ts$/).filter(
      (name) => !['load-', 'server-', 'other-'].includes(name),
    ),
    tables: matching(/^packages\/types\/src\/groups\/(.*)\.ts$/),
    pods: matching(/^packages\/kinds\/src\/core\/(pod.*)\.ts$/),
  }
}

// Rules that admission plugins apply to pods of any server.
const podRulesOfPlugins = [
  'pod-spec/containers/visit-containers',
  'pod-spec/has-empty-overhead',
  'pod-spec/pod-rules',
  'pod-spec/resources/qos-class',
  'pod-spec/resources/quantities',
  'pod-spec/resources/resource-names',
  'pod-spec/scheduling/tolerations',
]

describe('a server with kinds of its own', () => {
  it('loads no pods, and of the built-in kinds only those that every server has', async () => {
    expect(builtInPartsOf(await sourcesLoadedBy('[]'))).toEqual({
      behaviors: ['apiextensions/', 'apiregistration/', 'core/', 'rbac/'],
      tables: [
        'apiextensions-v1',
        'apiregistration-v1',
        'authentication-v1',
        'authentication-v1beta1',
        'authorization-v1',
        'autoscaling-v1',
        'core-v1-references',
        'core-v1',
        'meta-v1',
        'rbac-v1',
      ],
      pods: podRulesOfPlugins,
    })
  }, 60_000)

  it('loads all other kinds as one module when one of them is selected', async () => {
    const { behaviors = [], tables = [], pods = [] } = builtInPartsOf(await sourcesLoadedBy("['pods']"))
    expect(behaviors).toEqual(expect.arrayContaining(['apiextensions/', 'core/', 'core/pods/', 'apps/']))
    expect(tables).toEqual(expect.arrayContaining(['core-v1-containers', 'core-v1-pods', 'core-v1-volumes']))
    expect(pods.length).toBeGreaterThan(podRulesOfPlugins.length)
  }, 60_000)

  it('loads the expression language for none of them', async () => {
    const loaded = await sourcesLoadedBy("'all'")
    expect(loaded).toContain('packages/admission/src/expressions/default-engine.ts')
    expect(loaded.filter((path) => path.startsWith('packages/cel/'))).toEqual([])
  }, 60_000)
})

describe('importing pinnace', () => {
  it('loads the server and zod, but neither the testing kit nor controllers nor the command', async () => {
    const loaded = await filesLoadedBy(importer('pinnace'))
    expect(loaded).toContain('packages/server/src/server/create-server.ts')
    expect(loaded.some((path) => path.includes('/zod/'))).toBe(true)
    expect(loaded.filter((path) => /^packages\/(?:testing|controllers|cli)\//.test(path))).toEqual([])
  }, 60_000)

  it('loads no zod as pinnace/server', async () => {
    const loaded = await filesLoadedBy(importer('pinnace/server'))
    expect(loaded).toContain('packages/server/src/server/create-server.ts')
    expect(loaded.filter((path) => path.includes('/zod/'))).toEqual([])
  }, 60_000)
})

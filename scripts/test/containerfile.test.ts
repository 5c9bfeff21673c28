import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { flagGroups } from '../../packages/cli/src/flags.ts'
import { manifestOf, root } from '../workspace.mjs'

const lines = readFileSync(join(root, 'Containerfile'), 'utf8').replaceAll('\\\n', '').split('\n')
const valuesOf = (instruction: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
const argumentsOf = (instruction: string): readonly string[] => JSON.parse(valuesOf(instruction)[0] ?? '[]')

it('runs the bin of the package pinnace', () => {
  const [node, file] = argumentsOf('ENTRYPOINT')
  expect(node).toBe('node')
  expect(file).toBe(join('/app/node_modules/pinnace', manifestOf('pinnace').bin.pinnace))
})

it('passes flags that the command has, and serves on the port that it exposes', () => {
  const known = new Set(flagGroups.flatMap(({ flags }) => flags.map(({ name }) => name)))
  const given = argumentsOf('CMD').map((flag) => /^--([^=]+)=(.+)$/.exec(flag)?.slice(1) ?? [])
  expect(given.map(([name]) => name).filter((name) => name === undefined || !known.has(name))).toEqual([])
  expect(new Map(given.map(([name, value]) => [name, value])).get('secure-port')).toBe(valuesOf('EXPOSE')[0])
})

it('runs on a Node that the packages support, as a user without privileges', () => {
  const bases = valuesOf('FROM').map((base) => base.split(' ')[0])
  expect(new Set(bases).size).toBe(1)
  const major = Number(/^node:(\d+)-slim$/.exec(bases[0] ?? '')?.[1])
  const [least] = manifestOf('pinnace').engines.node.match(/\d+/) ?? []
  expect(major).toBeGreaterThanOrEqual(Number(least))
  expect(valuesOf('USER')).toEqual(['node'])
})

it('installs the tarballs that npm run pack writes, and keeps its data in a volume', () => {
  const pack = readFileSync(join(root, 'scripts/pack.mjs'), 'utf8')
  expect(pack).toContain("join(root, 'release')")
  expect(valuesOf('COPY')[0]).toBe('release/ /release/')
  expect(readFileSync(join(root, '.dockerignore'), 'utf8')).toContain('!release\n')
  const data = argumentsOf('CMD').find((flag) => flag.startsWith('--data-dir='))
  expect(data).toMatch(new RegExp(`=${valuesOf('VOLUME')[0]}/`))
})

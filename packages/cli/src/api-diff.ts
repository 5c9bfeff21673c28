import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ResourceDefinition } from '@pinnace/resources'
import {
  compareApis,
  readDefinitions,
  readOpenApi,
  type ApiChange,
  type ApiSurface,
} from '@pinnace/versioning/api-diff'
import { FlagError } from './flags/flag.ts'
import type { Output } from './run.ts'

/** The text of `pinnace api-diff --help`. */
const apiDiffHelp: string = [
  'pinnace api-diff: lists the changes between two versions of an API',
  '',
  'Usage: pinnace api-diff [--output text|json] OLD NEW',
  '',
  'OLD and NEW are OpenAPI documents (JSON or YAML, version 2 or 3), or modules (.js, .mjs) that export resource definitions.',
  'Exit code: 0 without breaking changes, 1 with breaking changes, 2 for invalid arguments.',
  '',
].join('\n')

/** Compares two APIs, prints the changes, and returns the exit code. */
export async function apiDiff(args: readonly string[], output: Output): Promise<number> {
  const options = parseArguments(args)
  if (options === 'help') {
    output.out(apiDiffHelp)
    return 0
  }
  const [old, next] = [await readSurface(options.old), await readSurface(options.next)]
  const changes = compareApis(old, next)
  output.out(options.format === 'json' ? `${JSON.stringify(changes, undefined, 2)}\n` : formatChanges(changes))
  return changes.some(({ effect }) => effect === 'breaking') ? 1 : 0
}

interface ApiDiffOptions {
  readonly old: string
  readonly next: string
  readonly format: 'text' | 'json'
}

function parseArguments(args: readonly string[]): ApiDiffOptions | 'help' {
  let format: string = 'text'
  const files: string[] = []
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--help' || argument === '-h') return 'help'
    if (argument === '--output' || argument === '-o') format = rest.shift() ?? ''
    else if (argument.startsWith('--output=')) format = argument.slice('--output='.length)
    else if (argument.startsWith('-')) throw new FlagError(`unknown flag: ${argument}`)
    else files.push(argument)
  }
  if (format !== 'text' && format !== 'json') {
    throw new FlagError(`--output must be "text" or "json", not ${JSON.stringify(format)}`)
  }
  const [old, next] = files
  if (old === undefined || next === undefined || files.length > 2) {
    throw new FlagError(`api-diff compares two files, not ${files.length}`)
  }
  return { old, next, format }
}

async function readSurface(file: string): Promise<ApiSurface> {
  try {
    return /\.[cm]?js$/.test(file) ? await importSurface(file) : readOpenApi(await readDocument(file))
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}

async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  if (text.trimStart().startsWith('{')) return JSON.parse(text)
  const { load } = await import('js-yaml')
  return load(text)
}

async function importSurface(file: string): Promise<ApiSurface> {
  const module = (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>
  const definitions = Object.values(module)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isDefinition)
  if (definitions.length === 0) throw new TypeError('the module exports no resource definition')
  return readDefinitions(definitions)
}

function isDefinition(value: unknown): value is ResourceDefinition {
  if (typeof value !== 'object' || value === null) return false
  const { group, version, kind, resource, schema } = value as Partial<ResourceDefinition>
  return [group, version, kind, resource].every((word) => typeof word === 'string') && typeof schema === 'function'
}

function formatChanges(changes: readonly ApiChange[]): string {
  if (changes.length === 0) return 'no changes\n'
  const lines = (['breaking', 'compatible'] as const).flatMap((effect) =>
    changes
      .filter((change) => change.effect === effect)
      .map(({ element, message }) => `${effect}: ${element} ${message}`),
  )
  return `${lines.join('\n')}\n`
}

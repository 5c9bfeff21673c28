import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

interface Entry {
  readonly name: string
}

const sections = ['clusters', 'users', 'contexts'] as const

type Section = (typeof sections)[number]

type Kubeconfig = Readonly<Record<Section, readonly Entry[]>> & Readonly<Record<string, unknown>>

/**
 * Adds the clusters, users and contexts of a kubeconfig to a file, in the place of those with the same names, and makes its
 * context the current one. Comments of the file are lost. The file is replaced at once, readable by its owner only.
 */
export async function mergeKubeconfig(path: string, added: string): Promise<void> {
  const { dump, load } = await import('js-yaml')
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const next = merge(before.trim() === '' ? undefined : load(before), load(added))
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, dump(next, { lineWidth: -1 }), { mode: 0o600 })
  await rename(temporary, path)
}

function merge(before: unknown, added: unknown): Kubeconfig {
  const old = readKubeconfig(before ?? {})
  const own = readKubeconfig(added)
  const merged = sections.map((section): [Section, readonly Entry[]] => {
    const names = new Set(own[section].map(({ name }) => name))
    return [section, [...old[section].filter(({ name }) => !names.has(name)), ...own[section]]]
  })
  return { ...own, ...old, 'current-context': own['current-context'], ...Object.fromEntries(merged) }
}

function readKubeconfig(value: unknown): Kubeconfig {
  if (!isRecord(value)) throw new TypeError('a kubeconfig must be an object')
  if (value['kind'] !== undefined && value['kind'] !== 'Config') throw new TypeError('kind must be Config')
  const entries = (section: Section): readonly Entry[] => {
    const list = value[section] ?? []
    if (!Array.isArray(list)) throw new TypeError(`${section} must be a list`)
    return list.map((entry: unknown, index) => {
      if (!isEntry(entry)) throw new TypeError(`${section}[${index}].name is required`)
      return entry
    })
  }
  return { ...value, clusters: entries('clusters'), users: entries('users'), contexts: entries('contexts') }
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value['name'] === 'string'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

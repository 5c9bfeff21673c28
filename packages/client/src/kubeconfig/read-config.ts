import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createConfigSection, type ConfigSection } from './config-section.ts'

/** Merged configuration files. */
export interface ClientConfig {
  readonly currentContext: string | undefined
  readonly clusters: ReadonlyMap<string, ConfigSection>
  readonly users: ReadonlyMap<string, ConfigSection>
  readonly contexts: ReadonlyMap<string, ConfigSection>
}

/** The text of a configuration file. */
export interface ConfigText {
  readonly text: string
  /** The name of the text in errors. */
  readonly file: string
  /** The directory that relative paths are relative to. */
  readonly directory: string
}

/** Reads files; missing files are left out. */
export function readConfigFiles(files: readonly string[]): readonly ConfigText[] {
  return files
    .filter((file) => existsSync(file))
    .map((file) => ({ text: readFileSync(file, 'utf8'), file, directory: dirname(resolve(file)) }))
}

/** Merges configuration files: where several set the same, the first wins. */
// upstream: client-go/tools/clientcmd/loader.go, ClientConfigLoadingRules – the first file to say something wins
export async function mergeConfigs(texts: readonly ConfigText[]): Promise<ClientConfig> {
  const { loadAll } = await import('js-yaml')
  const clusters = new Map<string, ConfigSection>()
  const users = new Map<string, ConfigSection>()
  const contexts = new Map<string, ConfigSection>()
  let currentContext: string | undefined
  for (const { text, file, directory } of texts) {
    const value = parse(text, file, loadAll)
    if (value === undefined || value === null) continue
    const top = createConfigSection(value, { file, directory, field: '' })
    const kind = top.string('kind')
    if (kind !== undefined && kind !== 'Config') throw top.error(`kind must be Config, not ${JSON.stringify(kind)}`)
    currentContext ??= top.string('current-context')
    for (const [list, member, into] of [
      ['clusters', 'cluster', clusters],
      ['users', 'user', users],
      ['contexts', 'context', contexts],
    ] as const) {
      const own = new Set<string>()
      for (const entry of top.sections(list)) {
        const name = entry.string('name')
        if (name === undefined) throw new TypeError(`${entry.where}.name is required`)
        // upstream: clientcmd/api/v1/conversion.go – among files the first counts, within one there is no first
        if (own.has(name)) throw top.error(`duplicate name ${JSON.stringify(name)} in list: ${list}`)
        own.add(name)
        const section =
          entry.section(member) ?? createConfigSection({}, { file, directory, field: `${list}["${name}"]` })
        if (!into.has(name)) into.set(name, section)
      }
    }
  }
  return { currentContext, clusters, users, contexts }
}

function parse(text: string, file: string, loadAll: (text: string) => unknown[]): unknown {
  try {
    return loadAll(text)[0]
  } catch (error) {
    throw notYaml(file, error as Error)
  }
}

// Without its cause, which quotes the surrounding lines: they may contain tokens and keys.
function notYaml(file: string, { message }: Error): TypeError {
  return new TypeError(`${file}: not YAML: ${message.split('\n')[0]}`)
}

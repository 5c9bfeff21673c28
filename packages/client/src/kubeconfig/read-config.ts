import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createConfigSection, type ConfigSection } from './config-section.ts'

/** Several configuration files as one. */
export interface ClientConfig {
  readonly currentContext: string | undefined
  readonly clusters: ReadonlyMap<string, ConfigSection>
  readonly users: ReadonlyMap<string, ConfigSection>
  readonly contexts: ReadonlyMap<string, ConfigSection>
}

/** A text that is no file of its own. */
export interface ConfigText {
  readonly text: string
  /** How errors name it. */
  readonly file: string
  /** Where relative paths begin. */
  readonly directory: string
}

/** Files as texts; those that do not exist are left out. */
export function readConfigFiles(files: readonly string[]): readonly ConfigText[] {
  return files
    .filter((file) => existsSync(file))
    .map((file) => ({ text: readFileSync(file, 'utf8'), file, directory: dirname(resolve(file)) }))
}

/** Merges configuration files: of what several say the first counts. */
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

// Without its cause, which shows the lines around: there are tokens and keys among them.
function notYaml(file: string, { message }: Error): TypeError {
  return new TypeError(`${file}: not YAML: ${message.split('\n')[0]}`)
}

import { isAbsolute, join } from 'node:path'
import type { Awaitable, Vocabulary } from '@pinnace/meta'
import { messageOf } from './message-of.ts'
import { readObject } from './read-fields.ts'

/** The configuration of one admission plugin in an AdmissionConfiguration. */
export interface PluginDocument {
  readonly name: string
  /** The parsed document; undefined for a plugin without a configuration. */
  readonly value: unknown
  /** The directory that paths in the document are relative to. @default the working directory */
  readonly directory?: string
  /** The file of the document, for messages. @default none */
  readonly file?: string
}

/** Options for {@link parseAdmissionConfiguration}. */
export interface AdmissionConfigurationOptions {
  readonly vocabulary: Vocabulary
  /** The directory of the document, which paths in it are relative to. */
  readonly directory: string
  /** Reads and parses a file the configuration refers to. */
  readonly readDocument: (path: string) => Awaitable<unknown>
}

/** Plugins whose configuration may be the whole file (legacy), with the member that holds it. */
const wholeFilePlugins = [
  { name: 'ImagePolicyWebhook', member: 'imagePolicy' },
  { name: 'PodNodeSelector', member: 'podNodeSelectorPluginConfig' },
]

/**
 * Reads an AdmissionConfiguration and the files it refers to. Throws a TypeError that names the field for unknown fields,
 * duplicate plugins, and a configuration both inline and in a file.
 */
// upstream: apiserver/pkg/admission/config.go, ReadAdmissionConfiguration
export async function parseAdmissionConfiguration(
  document: unknown,
  options: AdmissionConfigurationOptions,
): Promise<readonly PluginDocument[]> {
  const { vocabulary, directory, readDocument } = options
  const { apiVersion, kind, plugins = [], ...others } = readObject('an AdmissionConfiguration', document)
  if (apiVersion === undefined && kind === undefined) {
    const own = wholeFilePlugins.filter(({ member }) => others[member] !== undefined)
    if (own.length > 0) return readWholeFile(own, others, directory)
  }
  const known = [`apiserver.config.${vocabulary.groupDomain}/v1`, `apiserver.${vocabulary.groupDomain}/v1alpha1`]
  if (kind !== 'AdmissionConfiguration' || !known.includes(String(apiVersion))) {
    throw new TypeError(
      `expected an AdmissionConfiguration of ${known.join(' or ')}, got ${String(kind)} of ${String(apiVersion)}`,
    )
  }
  refuseUnknown(others, '')
  if (plugins !== null && !Array.isArray(plugins)) throw new TypeError('plugins must be a list')
  const documents: PluginDocument[] = []
  for (const [index, entry] of ((plugins ?? []) as readonly unknown[]).entries()) {
    const at = `plugins[${index}]`
    const { name, path = '', configuration, ...unknown } = readObject(at, entry)
    refuseUnknown(unknown, `${at}.`)
    if (typeof name !== 'string' || name === '') throw new TypeError(`${at}.name must be the name of a plugin`)
    if (documents.some((other) => other.name === name)) {
      throw new TypeError(`${at}.name: admission plugin ${JSON.stringify(name)} is configured twice`)
    }
    if (typeof path !== 'string') throw new TypeError(`${at}.path must be a string`)
    const isInline = configuration !== undefined && configuration !== null
    if (isInline && path !== '') throw new TypeError(`${at}: path and configuration exclude each other`)
    if (isInline || path === '') documents.push({ name, value: configuration ?? undefined, directory })
    else {
      const file = isAbsolute(path) ? path : join(directory, path)
      documents.push({ name, value: await readNamed(file, at, readDocument), directory: join(file, '..'), file })
    }
  }
  return documents
}

// upstream: both plugins read the whole file; here each gets its own member only.
function readWholeFile(
  own: typeof wholeFilePlugins,
  document: Readonly<Record<string, unknown>>,
  directory: string,
): readonly PluginDocument[] {
  const unknown = Object.entries(document).filter(([name]) => !own.some(({ member }) => member === name))
  refuseUnknown(Object.fromEntries(unknown), '')
  return own.map(({ name, member }) => ({ name, value: { [member]: document[member] }, directory }))
}

async function readNamed(
  file: string,
  at: string,
  readDocument: AdmissionConfigurationOptions['readDocument'],
): Promise<unknown> {
  try {
    return await readDocument(file)
  } catch (cause) {
    throw new TypeError(`${at}.path: ${messageOf(cause)}`, { cause })
  }
}

function refuseUnknown(unknown: Readonly<Record<string, unknown>>, at: string): void {
  const [name] = Object.keys(unknown)
  if (name !== undefined) throw new TypeError(`unknown field "${at}${name}"`)
}

import type { Clock } from '@pinnace/meta'
import type { ConfigurationDocument } from '@pinnace/schema'
import type { ConfigurationMetrics } from './configuration-metrics.ts'
import { readConfigurationText, toDocument } from './read-configuration.ts'
import { watchFile } from './watch-file.ts'

/** A configuration: an object, or a file that is read again when it changes. */
export interface ConfigurationSource {
  readonly configuration?: object
  readonly configurationFile?: string
}

/** Options of {@link openConfiguration}. */
export interface OpenConfigurationOptions<Configured> {
  readonly source: ConfigurationSource
  /** What the message begins with where the file cannot be read. */
  readonly readPrefix: string
  /** Members of the document that an object may leave out. */
  readonly head: { readonly apiVersion: string; readonly kind: string }
  readonly clock: Clock
  readonly metrics: ConfigurationMetrics
  /** Uses the first document. Rejects with a TypeError for an invalid one. */
  readonly open: (document: ConfigurationDocument) => Promise<Configured>
  /** Uses a later document, or rejects and keeps the one in use. */
  readonly replace: (configured: Configured, document: ConfigurationDocument) => Promise<void>
  /** Called after the file has changed; with the error for one that cannot be used, which is then ignored. */
  readonly onReload: (error: unknown) => void
}

/** A configuration in use. */
export interface OpenConfiguration<Configured> {
  readonly configured: Configured
  /** Stops the watch of the file. */
  close(): void
}

/** Reads a configuration, and follows its file. Rejects with a TypeError for an invalid one. */
export async function openConfiguration<Configured>(
  options: OpenConfigurationOptions<Configured>,
): Promise<OpenConfiguration<Configured>> {
  const { source, head, clock, metrics, open, replace, onReload } = options
  const { configurationFile: file } = source
  if (file === undefined) {
    const value = { ...head, ...source.configuration }
    const configured = await open({ value: JSON.parse(JSON.stringify(value)) })
    metrics.inUse(JSON.stringify(value))
    return { configured, close() {} }
  }
  const first = await readFirst(file, options.readPrefix)
  let seen = first.text ?? ''
  const configured = await open(first)
  metrics.inUse(seen)
  const watch = watchFile({ file, clock, onChange: reload })
  return { configured, close: () => watch.close() }

  async function reload(): Promise<void> {
    try {
      const text = await readConfigurationText(file ?? '')
      if (text === seen) return
      seen = text
      await replace(configured, toDocument(text))
      metrics.inUse(text)
    } catch (error) {
      metrics.reloaded('failure')
      onReload(error)
      return
    }
    metrics.reloaded('success')
    onReload(undefined)
  }
}

async function readFirst(file: string, prefix: string): Promise<ConfigurationDocument> {
  try {
    return toDocument(await readConfigurationText(file))
  } catch (cause) {
    const message = `${prefix}${(cause as Error).message}`
    throw cause instanceof TypeError ? new TypeError(message, { cause }) : new Error(message, { cause })
  }
}

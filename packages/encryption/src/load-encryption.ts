import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { delay, systemClock, type Clock, type Vocabulary } from '@pinnace/meta'
import type { EncryptionObserver } from '@pinnace/store'
import { createEncryption, type ConnectKms, type ReplaceableEncryption } from './create-encryption.ts'
import { EncryptionConfigurationError, type EncryptionConfiguration } from './encryption-configuration.ts'
import { readEncryptionConfiguration } from './read-configuration.ts'

/** Options for {@link loadEncryption}. */
export interface LoadEncryptionOptions {
  readonly file: string
  /** Parses the text of the file: `load` of js-yaml. */
  readonly parse: (text: string) => unknown
  /** The vocabulary of the server. @default platform */
  readonly vocabulary?: Vocabulary
  readonly connectKms?: ConnectKms
  /** Reads the file again every minute, and uses it if it has changed. @default false */
  readonly reload?: boolean
  /** Called after the file has changed; with the error for one that cannot be used, which is then ignored. */
  readonly onReload?: (error: unknown) => void
  readonly clock?: Clock
}

/** An encryption whose configuration is in a file. */
export interface LoadedEncryption extends ReplaceableEncryption {
  /** Reads the file now. Resolves to true if it had changed and is in use. */
  reload(): Promise<boolean>
}

// upstream: apiserver/pkg/server/options/encryptionconfig/controller – polled, since mounted files change by links
const reloadMs = 60_000
const maxFileBytes = 1024 * 1024

/** Reads an `EncryptionConfiguration` file. Throws {@link EncryptionConfigurationError}. */
export async function loadEncryption(options: LoadEncryptionOptions): Promise<LoadedEncryption> {
  const { file, connectKms, clock = systemClock, onReload = () => {} } = options
  const first = await read(options)
  const encryption = await createEncryption({
    configuration: first.configuration,
    joinHealthChecks: options.reload === true,
    ...(connectKms === undefined ? {} : { connectKms }),
  })
  const stop = new AbortController()
  const observers = new Set<EncryptionObserver>()
  let textInUse = first.text
  let inUse = first.hash
  let seen = first.hash
  const reload = async (): Promise<boolean> => {
    const text = await readText(file)
    const hash = hashOf(text)
    if (hash === seen && hash === inUse) return false
    const isNew = hash !== seen
    seen = hash
    try {
      await encryption.replace(parse(text, options))
      inUse = hash
      textInUse = text
    } catch (error) {
      for (const observer of observers) observer.reloaded('failure')
      if (isNew) onReload(error)
      return false
    }
    for (const observer of observers) {
      observer.reloaded('success')
      observer.configured(text)
    }
    onReload(undefined)
    return true
  }
  if (options.reload === true) void poll(reload, { clock, signal: stop.signal, onError: onReload })
  return {
    transformerOf: (resource) => encryption.transformerOf(resource),
    healthChecks: encryption.healthChecks,
    replace: (configuration) => encryption.replace(configuration),
    observe(observer) {
      observers.add(observer)
      observer.configured(textInUse)
      const stopObserving = encryption.observe(observer)
      return () => {
        observers.delete(observer)
        stopObserving()
      }
    },
    reload,
    async close() {
      stop.abort()
      await encryption.close()
    },
  }
}

async function poll(
  reload: () => Promise<boolean>,
  { clock, signal, onError }: { clock: Clock; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    await delay(clock, reloadMs, signal, { keepAlive: false }).catch(() => undefined)
    if (signal.aborted) return
    await reload().catch(onError)
  }
}

async function read(
  options: LoadEncryptionOptions,
): Promise<{ readonly configuration: EncryptionConfiguration; readonly text: string; readonly hash: string }> {
  const text = await readText(options.file)
  return { configuration: parse(text, options), text, hash: hashOf(text) }
}

function parse(text: string, { file, vocabulary, parse: parseText }: LoadEncryptionOptions): EncryptionConfiguration {
  let document: unknown
  try {
    document = text.trim() === '' ? undefined : parseText(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new EncryptionConfigurationError(
      `error decoding encryption provider configuration file ${JSON.stringify(file)}: ${message}`,
      { cause },
    )
  }
  return readEncryptionConfiguration(document, { file, ...(vocabulary === undefined ? {} : { vocabulary }) })
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file)
    if (bytes.length > maxFileBytes) throw new TypeError(`the file has more than ${maxFileBytes} bytes`)
    return bytes.toString()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new EncryptionConfigurationError(
      `error reading encryption provider configuration file ${JSON.stringify(file)}: ${message}`,
      { cause },
    )
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

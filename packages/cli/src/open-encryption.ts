import type { ConnectKms, LoadedEncryption } from '@pinnace/encryption'
import { vocabularyNamed } from '@pinnace/meta'
import type { Logger } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { fromFile } from './read-flag-file.ts'

/** The encryption of the flags; undefined without `--encryption-provider-config`. */
export async function openEncryption(options: CommandOptions, logger: Logger): Promise<LoadedEncryption | undefined> {
  const { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: reload = false } = options
  if (file === undefined) return undefined
  const [{ loadEncryption }, { load }] = await Promise.all([import('@pinnace/encryption'), import('js-yaml')])
  return fromFile('encryption-provider-config', file, () =>
    loadEncryption({
      file,
      vocabulary: vocabularyNamed(options.vocabulary),
      parse: load,
      connectKms: connectLazily,
      reload,
      onReload: (err) =>
        err === undefined
          ? logger.info({ file }, 'the encryption configuration was reloaded')
          : logger.error({ err, file }, 'the encryption configuration could not be reloaded'),
    }),
  )
}

// gRPC is loaded only for a configuration with a KMS plugin.
const connectLazily: ConnectKms = async (configuration, options) => {
  const { connectKms } = await import('@pinnace/kms')
  return connectKms(configuration, options)
}

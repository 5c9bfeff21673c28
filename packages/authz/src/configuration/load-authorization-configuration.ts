import type { Vocabulary } from '@pinnace/meta'
import type { ConfigurationDocument } from '@pinnace/schema'
import type { CompiledAuthorizer } from './compile-authorization-configuration.ts'
import { readAuthorizationConfiguration } from './read-authorization-configuration.ts'

/**
 * Decodes, validates and compiles an `AuthorizationConfiguration`. Rejects with a TypeError for an invalid one, with the
 * message of kube-apiserver. The expression language is loaded with the first configuration.
 */
export async function loadAuthorizationConfiguration(
  document: ConfigurationDocument,
  vocabulary: Vocabulary,
): Promise<readonly CompiledAuthorizer[]> {
  const { compileAuthorizationConfiguration } = await import('./compile-authorization-configuration.ts')
  return compileAuthorizationConfiguration(decode(document, vocabulary), vocabulary)
}

function decode(
  document: ConfigurationDocument,
  vocabulary: Vocabulary,
): ReturnType<typeof readAuthorizationConfiguration> {
  try {
    return readAuthorizationConfiguration(document, vocabulary)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new TypeError(`failed to load AuthorizationConfiguration from file: ${cause.message}`, { cause })
  }
}

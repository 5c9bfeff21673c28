import { generateKeyPairSync } from 'node:crypto'
import { kubernetesVocabulary as vocabulary, withErrorCode } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import {
  createOidcAuthenticator,
  createRequestHeaderAuthenticator,
  loadClientAuthorities,
  loadTokenKeys,
  loadTokenSigningKey,
  parseTokenFile,
} from '@pinnace/authn'

const smallKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const mistakes: Readonly<Record<string, readonly [message: string, make: () => unknown]>> = {
  'an issuer without https': [
    'the OpenID Connect issuer must be an https URL',
    () => createOidcAuthenticator({ vocabulary, issuerUrl: 'http://issuer.example', clientId: 'a' }),
  ],
  'a proxy without a header': [
    'usernameHeaders must name at least one header',
    () => createRequestHeaderAuthenticator({ authorities: () => undefined, usernameHeaders: [] }),
  ],
  'a header without a name': [
    'groupHeaders must not have an empty name',
    () =>
      createRequestHeaderAuthenticator({ authorities: () => undefined, usernameHeaders: ['a'], groupHeaders: [''] }),
  ],
  'no authority': ['a client authority must be at least one PEM certificate', () => loadClientAuthorities('')],
  'no key': ['a key file must hold at least one PEM key', () => loadTokenKeys('')],
  'no signing key': ['a signing key file must hold a PEM private key', () => loadTokenSigningKey('')],
  'a short key': ['an RSA key for tokens must have 2048 bits or more, not 1024', () => loadTokenSigningKey(smallKey())],
  'a token without a user': ['token file line 1: the user name is empty', () => parseTokenFile('secret,,1')],
}

describe('a mistake in what an authenticator is made of', () => {
  it.each(Object.entries(mistakes))('has a code: %s', (_name, [message, make]) => {
    const expected = withErrorCode(new TypeError(message), 'authenticator-options')
    expect(errorOf(make)).toMatchObject({ name: 'TypeError', message: expected.message, code: 'authenticator-options' })
  })
})

it('a mistake in the options of the memory store has the code and the reference of other stores', () => {
  const expected = withErrorCode(new TypeError('historyLimit must be a positive integer'), 'store-options')
  expect(errorOf(() => createMemoryStore({ historyLimit: 0 }))).toMatchObject({
    name: 'TypeError',
    message: expected.message,
    code: 'store-options',
  })
})

function errorOf(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}

import { systemClock, systemRandom } from '@pinnace/meta'
import { expect, it } from 'vitest'

import {
  createAuthority,
  createCertificateRequest,
  createPrivateKeyPem,
  parseCertificateRequest,
} from '../src/index.ts'

// What `reflect-metadata` adds to the language tells whether the library has been loaded.
const isLoaded = (): boolean => 'getMetadata' in Reflect

it('loads the library with the first certificate or request that is made, and not before', async () => {
  const privateKeyPem = await createPrivateKeyPem()
  expect(() => parseCertificateRequest('')).toThrow('PEM block type must be CERTIFICATE REQUEST')
  expect(isLoaded()).toBe(false)
  await createCertificateRequest({ commonName: 'a', privateKeyPem })
  expect(isLoaded()).toBe(true)
  expect((await createAuthority({ commonName: 'a', clock: systemClock, random: systemRandom })).chainPem).toBe('')
})

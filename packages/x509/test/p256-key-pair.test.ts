import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { generateP256KeyPair, readPemBlocks } from '../src/index.ts'

it('a key pair has the forms that OpenSSL exports', () => {
  // Some secrets begin with a zero.
  for (let round = 0; round < 600; round++) {
    const { privateKey, spki, pem } = generateP256KeyPair()
    const publicKey = createPublicKey(privateKey)
    expect(spki).toEqual(publicKey.export({ type: 'spki', format: 'der' }))
    expect(pem()).toBe(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
})

it('a key pair signs what its public key verifies, and is read again from its PEM', () => {
  const { privateKey, spki, pem } = generateP256KeyPair()
  const data = Buffer.from('signed')
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify('sha256', data, publicKey, sign('sha256', data, privateKey))).toBe(true)
  expect(verify('sha256', data, publicKey, sign('sha256', data, createPrivateKey(pem())))).toBe(true)
  expect([...readPemBlocks(pem())].map(({ type }) => type)).toEqual(['PRIVATE KEY'])
  expect(generateP256KeyPair().spki.equals(spki)).toBe(false)
})

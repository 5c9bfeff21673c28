import { Buffer } from 'node:buffer'
import { formatPem } from '@pinnace/x509'
import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from '../write.ts'

// Made and signed by OpenSSL with Ed25519 keys: CN=ed; O=system:nodes, CN=system:node:n1, without names and with them.
const plain = request(
  'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCYm0RVP+6rMGA4M1845vJloc64ElQFC4xMWzm214EW6qAAMAUGAytlcANBAOHCxV26+PRxlWq8UPauHmnVLD3WcrrUA5KCOUAPTxpT6c9vneC0WucYhqwd+8NbeNzHQB2DiJ0nYVrMdHJCtQc=',
)
const node = request(
  'MIGvMGMCAQAwMDEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRcwFQYDVQQDDA5zeXN0ZW06bm9kZTpuMTAqMAUGAytlcAMhAMpZhhulZqrwnK7eaTC7+pI6vE70IY7jGAhM5IMTzwfHoAAwBQYDK2VwA0EAC2Ap8xJEQxT40CHFE6MDE5C8PyU3AFxsUPS6ho1D7upx1BQ89m4YUwbd0jVU3s1CVhOMWrPQJhM/upGh12K1CA==',
)
const nodeServer = request(
  'MIHWMIGJAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lzdGVtOm5vZGU6bjEwKjAFBgMrZXADIQDHYqwxQTn3fdbk8yqwuOeGSOaBXeAr1Ao+twE3aYB5uqAmMCQGCSqGSIb3DQEJDjEXMBUwEwYDVR0RBAwwCoICbjGHBAoAAAEwBQYDK2VwA0EAA0H+S2urfv7GOcvS2wc+s0vvMzRsdSTetpA8O5BQ2CxexZnzp6HTbggIo5O+LPSNQGCB2eXSIms9X31G/XcNCQ==',
)

function request(der: string): string {
  return Buffer.from(formatPem('CERTIFICATE REQUEST', Buffer.from(der, 'base64'))).toString('base64')
}

const older = 'certificates.k8s.io/v1beta1/CertificateSigningRequest'
const newer = 'certificates.k8s.io/v1/CertificateSigningRequest'
const client = ['digital signature', 'key encipherment', 'client auth']
const server = ['digital signature', 'key encipherment', 'server auth']
const legacy = 'kubernetes.io/legacy-unknown'

function made(spec: Loose, kind = older) {
  return create(kind, { metadata: { name: 'a' }, spec })
}

describe('a request in v1beta1', () => {
  it.each([
    ['a node asking as a client', { request: node, usages: client }, 'kubernetes.io/kube-apiserver-client-kubelet'],
    [
      'a node asking as a client without RSA',
      { request: node, usages: ['digital signature', 'client auth'] },
      'kubernetes.io/kube-apiserver-client-kubelet',
    ],
    ['a node asking as a server', { request: nodeServer, usages: server }, 'kubernetes.io/kubelet-serving'],
    ['a node with names asking as a client', { request: nodeServer, usages: client }, legacy],
    ['a node without names asking as a server', { request: node, usages: server }, legacy],
    ['a node that does not say for what', { request: node }, legacy],
    ['anybody else', { request: plain, usages: client }, legacy],
    ['what cannot be read', { request: 'AAAA', usages: client }, legacy],
    ['who names a signer', { request: node, usages: client, signerName: 'example.com/x' }, 'example.com/x'],
  ])('is for the signer derived from what it asks for: %s', (_, spec, signerName) => {
    expect(made(spec).object.spec.signerName).toBe(signerName)
  })

  it('asks for the usages of old where it names none', () => {
    const { object, errors } = made({ request: plain })
    expect(errors).toEqual([])
    expect(object.spec).toMatchObject({ usages: ['digital signature', 'key encipherment'], signerName: legacy })
  })

  it.each([
    ['the legacy signer', { signerName: legacy }],
    ['an unknown usage', { usages: ['dancing'] }],
    ['a usage named twice', { usages: ['any', 'any'] }],
  ])('may have what v1 refuses: %s', (_, spec) => {
    const whole = { request: plain, usages: ['any'], signerName: 'example.com/x', ...spec }
    expect(made(whole).errors).toEqual([])
    expect(made(whole, newer).errors).toHaveLength(1)
  })

  it.each([
    [
      'a request that cannot be read',
      { request: 'AAAA' },
      'spec.request: Invalid value: "AAAA": PEM block type must be CERTIFICATE REQUEST',
    ],
    [
      'a lifetime too short',
      { request: plain, expirationSeconds: 599 },
      'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)',
    ],
  ])('is refused for %s as in v1', (_, spec, message) => {
    expect(made(spec).errors).toEqual([message])
  })

  it('takes a decision without a status for a yes', () => {
    const live = made({ request: plain }).object
    const decided = (kind: string) =>
      update(kind, live, (next) => (next.status = { conditions: [{ type: 'Approved' }] }), { subresource: 'approval' })
    expect(decided(older).errors).toEqual([])
    expect(decided(older).object.status.conditions[0]).toMatchObject({ type: 'Approved', status: 'True' })
    expect(decided(newer).errors).toEqual(['status.conditions[0].status: Required value'])
  })

  it('lets whatever stands for a certificate be issued, and issued again', () => {
    const live = made({ request: plain }).object
    const issue = (stored: Loose, certificate: string, kind = older) =>
      update(kind, stored, (next) => (next.status = { certificate }), { subresource: 'status' })
    const first = issue(live, 'AAAA')
    expect(first.errors).toEqual([])
    expect(issue(first.object, 'BBBB').errors).toEqual([])
    expect(issue(live, 'AAAA', newer).errors).toHaveLength(1)
  })

  it('stays what it is under v1', () => {
    const live = made({ request: plain, usages: ['any', 'any'] }).object
    expect(update(newer, live, (next) => (next.metadata.labels = { a: 'b' })).errors).toEqual([])
  })
})

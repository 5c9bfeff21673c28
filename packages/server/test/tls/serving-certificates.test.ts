import { createPrivateKey, X509Certificate } from 'node:crypto'
import { kubernetesVocabulary, platformVocabulary, systemRandom, type Clock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createServingCertificates } from '../../src/tls/serving-certificates.ts'

const certificates = createServingCertificates({
  vocabulary: kubernetesVocabulary,
  hosts: ['api.example.dev'],
  ips: ['10.0.0.1', 'fd00::1', '::ffff:1.2.3.4', '2001:db8:0:0:1::'],
})
const ca = new X509Certificate(certificates.ca)
const serving = new X509Certificate(certificates.cert)

describe('createServingCertificates', () => {
  it('creates an authority that signs the certificates', () => {
    expect(ca.ca).toBe(true)
    expect(ca.checkIssued(ca) && ca.verify(ca.publicKey)).toBe(true)
    expect(serving.checkIssued(ca) && serving.verify(ca.publicKey)).toBe(true)
    expect(serving.ca).toBe(false)
    expect(serving.checkPrivateKey(createPrivateKey(certificates.key))).toBe(true)
    expect(serving.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  })

  it.each([
    'localhost',
    'kubernetes',
    'kubernetes.default',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    'api.example.dev',
  ])('serves %s', (host) => expect(serving.checkHost(host)).toBe(host))

  it.each(['127.0.0.1', '::1', '10.0.0.1', 'fd00::1', '2001:db8::1:0:0:0'])('serves %s', (ip) =>
    expect(serving.checkIP(ip)).toBe(ip),
  )

  it('does not serve other names', () => {
    expect(serving.checkHost('example.com')).toBeUndefined()
    expect(serving.checkIP('10.0.0.2')).toBeUndefined()
  })

  it('takes the names of the service from the vocabulary', () => {
    const platform = createServingCertificates({ vocabulary: platformVocabulary })
    const certificate = new X509Certificate(platform.cert)
    expect(certificate.checkHost('platform.default.svc')).toBe('platform.default.svc')
    expect(certificate.checkHost('kubernetes')).toBeUndefined()
  })

  it('issues client certificates with a user and groups', () => {
    const { cert, key } = certificates.issueClientCertificate({
      username: 'admin',
      groups: ['system:masters'],
      ttlMs: 3_600_000,
    })
    const certificate = new X509Certificate(cert)
    expect(certificate.subject).toBe('O=system:masters\nCN=admin')
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    expect(certificate.verify(ca.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
    expect(Date.parse(certificate.validTo)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  it('gives every certificate its own serial number', () => {
    const serials = Array.from({ length: 50 }, () => {
      const { cert } = certificates.issueClientCertificate({ username: 'u' })
      return new X509Certificate(cert).serialNumber
    })
    expect(new Set([...serials, ca.serialNumber, serving.serialNumber]).size).toBe(52)
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/)
  })

  it('reads the time from the given clock, also after the year 2050', () => {
    const now = Date.UTC(2051, 2, 4, 5, 6, 7)
    const clock = { now: () => now } as Clock
    const late = createServingCertificates({
      vocabulary: kubernetesVocabulary,
      clock,
      random: systemRandom,
      ttlMs: 1000,
    })
    const certificate = new X509Certificate(late.cert)
    expect(Date.parse(certificate.validTo)).toBe(now + 1000)
    expect(Date.parse(certificate.validFrom)).toBe(now - 300_000)
  })

  it('throws a TypeError for names that a certificate cannot contain', () => {
    expect(() => createServingCertificates({ vocabulary: kubernetesVocabulary, hosts: ['a b'] })).toThrow(TypeError)
    expect(() => createServingCertificates({ vocabulary: kubernetesVocabulary, ips: ['1.2.3'] })).toThrow(TypeError)
    expect(() => certificates.issueClientCertificate({ username: '' })).toThrow(TypeError)
  })
})

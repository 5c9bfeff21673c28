import { describe, expect, it } from 'vitest'
import { encodeGnostic } from '../src/openapi/gnostic.ts'
import { smallDocument } from './small-document.ts'

/** Decodes, with the published message, to what the published reader makes of the same document as JSON. */
const golden = [
  'CgMyLjASDwoFc21hbGwSAnYxGgLDpEKGAxKDAwoTL2FwaS92MS9wb2RzL3tuYW1lfRLrAhLQAQoHY29yZV92MRoEcmVhZCoHcmVh',
  'ZFBvZDIQYXBwbGljYXRpb24vanNvbjoDKi8qSj8KJAoDMjAwEh0KGwoCT0sSFQoTChEjL2RlZmluaXRpb25zL1BvZAoXCgM0MDES',
  'EAoOCgxVbmF1dGhvcml6ZWRSBWh0dHBzahMKCHgtYWN0aW9uEgcSBSJnZXQiakIKFHgtZ3JvdXAtdmVyc2lvbi1raW5kEioSKHsi',
  'Z3JvdXAiOiIiLCJraW5kIjoiUG9kIiwidmVyc2lvbiI6InYxIn1CdSoIcGF0Y2hQb2RCJwolCiMSBGJvZHkaBGJvZHkgASoTChEj',
  'L2RlZmluaXRpb25zL1BvZEIgCh4SHBoaEgVxdWVyeSIGZHJ5UnVuMgZzdHJpbmegAQFKHgocCgMyMDASFQoTCgJPSxINCguyAQgK',
  'BnN0cmluZ0ofCh0SGyIZCAESBHBhdGgiBG5hbWUqBnN0cmluZ5gBAUrOAwqaAwoDUG9kEpIDIgVhIHBvZJoBBHNwZWOyAQgKBm9i',
  'amVjdMoB9QIKPAoHZGVmYXVsdBIxEgRieXRlKgUSAyJhIlisAmABagNeYSSiAQUSAyJhIqIBBBICIiKyAQgKBnN0cmluZwo9CgQk',
  'cmVmEjUKEyMvZGVmaW5pdGlvbnMvT3RoZXL6AR0KEHgtcGF0Y2gtc3RyYXRlZ3kSCRIHIm1lcmdlIgo0CgV4LW9kZBIrMQAAAAAA',
  'AOA/OQAAAAAAACRAQAFJAAAAAAAA4D9QAbIBCQoHaW50ZWdlcgpMCgRsaXN0EkRwwJoMeAGAAQGyAQcKBWFycmF5ugENCguyAQgK',
  'BnN0cmluZ/oBHgoPeC1saXN0LW1hcC1rZXlzEgsSCVsiYSIsImIiXQoyCgNtYXASK4gBApABAaoBFwoVChMjL2RlZmluaXRpb25z',
  'L090aGVysgEICgZvYmplY3QKGAoEb3BlbhIQqgECEAGyAQgKBm9iamVjdAokCgNhbGwSHRoDYWxswgEVChMjL2RlZmluaXRpb25z',
  'L090aGVyCi8KBU90aGVyEib6ASMKGXgtcHJlc2VydmUtdW5rbm93bi1maWVsZHMSBhIEdHJ1ZWIRCg8KC0JlYXJlclRva2VuEgBq',
  'OQo3CgtCZWFyZXJUb2tlbhIoEiYKBmFwaUtleRINYXV0aG9yaXphdGlvbhoGaGVhZGVyIgV0b2tlbg==',
].join('')

describe('encodeGnostic', () => {
  it('writes the message that version-2 clients read', () => {
    expect(encodeGnostic(smallDocument).toString('base64')).toBe(golden)
  })

  it.each([
    [
      'a reference to a shared parameter',
      { paths: { '/a': { parameters: [{ $ref: '#/parameters/b' }] } } },
      '421c121a0a022f6112144a1212100a0e232f706172616d65746572732f62',
    ],
    [
      'a shared parameter',
      { parameters: { b: { name: 'body', in: 'body' } } },
      '52150a130a0162120e0a0c1204626f64791a04626f6479',
    ],
  ])('writes %s', (_name, parts, hex) => {
    // Fields 8 and 10 of the document, after its version.
    expect(encodeGnostic({ swagger: '2.0', ...parts }).toString('hex')).toBe(`0a03322e30${hex}`)
  })

  it('leaves out fields the message does not have', () => {
    const plain = { swagger: '2.0', info: { title: 'x', version: 'v1' } }
    expect(encodeGnostic({ ...plain, unknown: { a: 1 } })).toEqual(encodeGnostic(plain))
  })
})

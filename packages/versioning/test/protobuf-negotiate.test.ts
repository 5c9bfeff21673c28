import { kubernetesVocabulary, platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createNegotiator, negotiateAccept, negotiateStream, resourceOffers } from '../src/index.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'
const offers = resourceOffers(kubernetesVocabulary, { protobuf: true })
const as = (kind: string, version = 'v1'): string => `;as=${kind};g=meta.k8s.io;v=${version}`

describe('negotiateAccept, where protobuf is offered', () => {
  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    [protobuf, 'protobuf'],
    [`${protobuf},application/json`, 'protobuf'],
    [`application/json,${protobuf}`, 'json'],
    [`application/json;q=0.5,${protobuf}`, 'protobuf'],
    [`${protobuf};q=0.5,application/yaml`, 'yaml'],
    [`${protobuf};sv=v9,application/json`, 'json'],
    [`${protobuf}${as('Table')},application/json${as('Table')}`, 'json'],
    [`${protobuf}${as('PartialObjectMetadata')},application/json`, 'protobuf'],
    [`${protobuf}${as('PartialObjectMetadataList', 'v1beta1')},application/json`, 'protobuf'],
    [`${protobuf}${as('Other')},application/json`, 'json'],
    ['application/vnd.platform.protobuf,application/yaml', 'yaml'],
  ])('answers %j in %s', (header, format) => {
    expect(negotiateAccept(header, offers).format).toBe(format)
  })

  it('answers with the media type of the vocabulary', () => {
    const platform = resourceOffers(platformVocabulary, { protobuf: true })
    expect(negotiateAccept('application/vnd.platform.protobuf', platform).mediaType).toBe(
      'application/vnd.platform.protobuf',
    )
    expect(negotiateAccept(protobuf, offers)).toEqual({
      format: 'protobuf',
      mediaType: protobuf,
      as: undefined,
      stream: false,
      pretty: false,
    })
  })

  it('names it among what is accepted', () => {
    expect(() => negotiateAccept(`${protobuf}${as('Table')}`, offers)).toThrow(
      `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
    )
  })

  it('does not offer it where it was not asked to', () => {
    expect(() => negotiateAccept(protobuf, resourceOffers(kubernetesVocabulary))).toThrow(
      'only the following media types are accepted: application/json, application/yaml',
    )
  })
})

describe('negotiateStream, where protobuf is offered', () => {
  it.each([
    [protobuf, 'protobuf'],
    [`${protobuf};stream=watch`, 'protobuf'],
    [`${protobuf};stream=watch,application/json`, 'protobuf'],
    [`${protobuf};stream=other,application/json`, 'json'],
    [`${protobuf}${as('Table')},application/json${as('Table')}`, 'json'],
  ])('streams to %s in %s', (header, format) => {
    expect(negotiateStream(header, offers).format).toBe(format)
  })

  it.each(['application/yaml', 'text/plain'])('refuses %s', (header) => {
    expect(() => negotiateStream(header, offers)).toThrow(
      `only the following media types are accepted: application/json;stream=watch, ${protobuf};stream=watch`,
    )
  })

  it('is what a negotiator of streams remembers', () => {
    const negotiate = createNegotiator(offers, 256, negotiateStream)
    expect(negotiate(protobuf)).toBe(negotiate(protobuf))
    expect(() => negotiate('application/yaml')).toThrow('only the following media types are accepted')
  })
})

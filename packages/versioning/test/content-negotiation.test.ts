import { kubernetesVocabulary, platformVocabulary, StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  createNegotiator,
  negotiateAccept,
  negotiateStream,
  parseContentType,
  resourceOffers,
  wantsPretty,
} from '../src/index.ts'

const offers = resourceOffers(kubernetesVocabulary)
const table = { group: 'meta.k8s.io', version: 'v1', kind: 'Table' }
const kubectlGet =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json'
const metadataInformer =
  'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json'

function refusal(act: () => unknown): { code: number; reason: string; message: string } {
  try {
    act()
  } catch (error) {
    if (error instanceof StatusError) return { code: error.code, reason: error.reason, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('negotiateAccept', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['application/yaml, application/json', 'application/yaml'],
    ['application/json, application/yaml', 'application/json'],
    ['application/json;q=0.1, application/yaml;q=0.9', 'application/yaml'],
    ['application/json; q=0.1 , application/yaml', 'application/yaml'],
    ['*/*, application/yaml', 'application/yaml'],
    ['application/*, application/yaml', 'application/yaml'],
    ['*/*;q=1, application/yaml;q=0.5', 'application/yaml'],
    ['application/vnd.kubernetes.protobuf, application/json', 'application/json'],
    ['application/vnd.kubernetes.protobuf,*/*', 'application/json'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/json'],
    ['nonsense, application/yaml', 'application/yaml'],
    ['application/json/x, application/yaml', 'application/yaml'],
    ['application/json;unknown=1', 'application/json'],
    ['application/json;charset=utf-8', 'application/json'],
    ['application/json;sv=v1', 'application/json'],
    ['application/json;sv=v9, application/yaml', 'application/yaml'],
  ])('answers %j with %s', (header, mediaType) => {
    const choice = negotiateAccept(header, offers)
    expect(choice.mediaType).toBe(mediaType)
    expect(choice.as).toBeUndefined()
  })

  it.each([
    ['application/vnd.kubernetes.protobuf'],
    ['text/plain'],
    ['text/*'],
    ['text/html, image/png'],
    ['nonsense'],
    ['APPLICATION/JSON'],
    ['application/json;as=Table'],
    ['application/json;as=Table;g=meta.k8s.io;v=v2'],
    ['application/json;as=Table;g=example.dev;v=v1'],
    ['application/json;as=Chair;g=meta.k8s.io;v=v1'],
    ['application/yaml;stream=watch'],
    ['application/json;stream=other'],
  ])('refuses %j and says what there is', (header) => {
    expect(refusal(() => negotiateAccept(header, offers))).toEqual({
      code: 406,
      reason: 'NotAcceptable',
      message: 'only the following media types are accepted: application/json, application/yaml',
    })
  })

  it('gives the command-line client its Table', () => {
    expect(negotiateAccept(kubectlGet, offers)).toMatchObject({ format: 'json', as: table })
  })

  it('gives a Table in YAML', () => {
    expect(negotiateAccept('application/yaml;as=Table;g=meta.k8s.io;v=v1', offers)).toMatchObject({
      format: 'yaml',
      as: table,
    })
  })

  it('gives the older Table version', () => {
    const choice = negotiateAccept('application/json;as=Table;v=v1beta1;g=meta.k8s.io', offers)
    expect(choice.as).toEqual({ ...table, version: 'v1beta1' })
  })

  it('falls back to the plain object where a Table is not offered', () => {
    const choice = negotiateAccept(kubectlGet, resourceOffers(kubernetesVocabulary, { table: false }))
    expect(choice.as).toBeUndefined()
  })

  it('passes over protobuf and gives metadata informers JSON', () => {
    expect(negotiateAccept(metadataInformer, offers).as).toEqual({ ...table, kind: 'PartialObjectMetadataList' })
  })

  it('spells the group of the transformations in the vocabulary in use', () => {
    const platform = resourceOffers(platformVocabulary)
    expect(negotiateAccept('application/json;as=Table;g=meta.platform.io;v=v1', platform).as?.group).toBe(
      'meta.platform.io',
    )
    expect(refusal(() => negotiateAccept('application/json;as=Table;g=meta.k8s.io;v=v1', platform)).code).toBe(406)
  })

  it('reads stream and pretty', () => {
    expect(negotiateAccept('application/json;stream=watch;pretty=1', offers)).toMatchObject({
      stream: true,
      pretty: true,
    })
    expect(negotiateAccept('application/json;pretty=0', offers).pretty).toBe(false)
  })
})

describe('negotiateStream', () => {
  it.each([['application/json'], ['application/json;stream=watch'], ['*/*'], [undefined], [kubectlGet]])(
    'streams JSON to %j',
    (header) => {
      expect(negotiateStream(header, offers).format).toBe('json')
    },
  )

  it.each([['application/yaml'], ['application/vnd.kubernetes.protobuf;stream=watch'], ['text/plain']])(
    'refuses %j',
    (header) => {
      expect(refusal(() => negotiateStream(header, offers))).toEqual({
        code: 406,
        reason: 'NotAcceptable',
        message: 'only the following media types are accepted: application/json;stream=watch',
      })
    },
  )
})

describe('createNegotiator', () => {
  it('answers a known header with the same object', () => {
    const negotiate = createNegotiator(offers)
    expect(negotiate(kubectlGet)).toBe(negotiate(kubectlGet))
  })

  it('stays right when more headers arrive than it remembers', () => {
    const negotiate = createNegotiator(offers, 4)
    for (let index = 0; index < 50; index++) {
      expect(negotiate(`application/x${index}, application/yaml`).format).toBe('yaml')
    }
    expect(negotiate('application/json').format).toBe('json')
  })

  it('refuses again what it has refused', () => {
    const negotiate = createNegotiator(offers)
    expect(() => negotiate('text/plain')).toThrow('only the following media types')
    expect(() => negotiate('text/plain')).toThrow('only the following media types')
  })
})

describe('wantsPretty', () => {
  const plain = negotiateAccept('application/json', offers)
  it.each([
    [null, undefined, false],
    ['1', undefined, true],
    ['true', undefined, true],
    ['0', 'curl/8.0', false],
    ['maybe', 'curl/8.0', false],
    ['', 'curl/8.0', true],
    [null, 'curl/8.0', true],
    [null, 'Wget/1.2', true],
    [null, 'Mozilla/5.0 (X11)', true],
    [null, 'kubectl/v1.33.0', false],
  ])('with ?pretty=%j and user agent %j says %j', (pretty, agent, wanted) => {
    const query = new URLSearchParams(pretty === null ? '' : { pretty })
    expect(wantsPretty(plain, query, agent)).toBe(wanted)
  })
})

describe('parseContentType', () => {
  const supported = ['application/json', 'application/yaml']
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    [' application/yaml ', 'application/yaml'],
  ])('reads %j as %s', (header, mediaType) => {
    expect(parseContentType(header, supported, 'application/json')).toBe(mediaType)
  })

  it.each([['application/vnd.kubernetes.protobuf'], ['text/plain'], ['json'], [';charset=utf-8']])(
    'refuses %j',
    (header) => {
      expect(refusal(() => parseContentType(header, supported, 'application/json'))).toEqual({
        code: 415,
        reason: 'UnsupportedMediaType',
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
      })
    },
  )

  it('refuses an absent type where none is the default', () => {
    expect(refusal(() => parseContentType(undefined, ['application/merge-patch+json'])).message).toBe(
      'the body of the request was in an unknown format - accepted media types include: application/merge-patch+json',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { createEncryption, type ProviderConfiguration } from '../src/index.ts'
import { secretOf } from './secret-of.ts'

/** Values that kube-apiserver 1.36.3 has stored in etcd, with the keys they were encrypted with. */
const stored: readonly (readonly [
  name: string,
  key: string,
  provider: ProviderConfiguration,
  text: string,
  contains: string,
])[] = [
  [
    'aescbc',
    '/registry/secrets/default/vec',
    { aescbc: { keys: [{ name: 'k1', secret: secretOf(32) }] } },
    [
      'azhzOmVuYzphZXNjYmM6djE6azE6xjhSy6Zi2/DZAVlvO6IT5/Y8JNdTph47QNtbielmtJkk1NlhlWzkpJ9zbbyzkO/J4i8K6vCo',
      'U/9vOjWL6IhEThZ+M59EsLPo7surXuAUSlfiNeuQ237nNCQV/qsyTUPFuR3Nxjct0e6TMj9dYRXw0w8xD7h4/UUKWVzb5U66UTFJ',
      'VhW7AZDHNC53Fcy4vuo9zhLS9V4pnNlmlCnMPzvd4j+jPHh2rzebUYmkB8Gq8yI3iBpBKFwHRwWC/LHh6q+9f5TCds2jOqzJT1yi',
      'Du5hAADFtFr7W6csoTi9EIIcYXozDmhNbRZ3WF2shYNkLcRL',
    ].join(''),
    'Secret',
  ],
  [
    'aesgcm',
    '/registry/configmaps/default/vec',
    { aesgcm: { keys: [{ name: 'k2', secret: secretOf(32, 1) }] } },
    [
      'azhzOmVuYzphZXNnY206djE6azI6tu1qy5cjFkYejFIqDq52I32yRqHYbBKEOelcCzKo0urmfzZlqH3ZcS2DCGDYv2/tml9Wc9YN',
      'Fn8yuDHebljnccj5Khi6h5m8Rxk/V2vmhWj/+oKMZSboe2suzJuOCTfBicCDTAI43BEq+WWqbtZGEpj4rSgBl+++ePGglnhzvW/R',
      '9n1e8+D7xwXxIOCY+Rc+IZaq1iFxfZe5Q1EIVgivqxPUQFKp6iw9aQSvqIm4PxK3GjxGki8BKgEs7dQtm+ZkFDg8TQ94Kz4v3eMJ',
      'Oq551nyBblz1rs8KrF+U7g+0',
    ].join(''),
    'ConfigMap',
  ],
  [
    'secretbox',
    '/registry/example.dev/widgets/default/vec',
    { secretbox: { keys: [{ name: 'k3', secret: secretOf(32, 2) }] } },
    [
      'azhzOmVuYzpzZWNyZXRib3g6djE6azM6Ody8CetezLfHCNPraTZXUPDJyLgELa46E9YXT/pfV5vRNnIPqoc7y3qNYyPtmVU5cyXm',
      'yiVt4Y7A7esgai6vh9NBI98eo9NCP6ladBDuHoMxx0y0BQM9l5ecVQX6VtDnVMR8ThA7nltFRuodiZR2iIe7zxwdgkiWbaLb35Z5',
      'eqFltyIZzAuCJLi+gqXdMzoFK+G4QF2vTjl/ZFXtWqZJP56FVzI0WXiPxGf7fLhaOXYi4JlqDuZD1Kwnn9RmLlAKCkJ0CENP5hm1',
      'vEXZAAiUp5d2hky7I1s5TQFZEFlGwRqyF2DBt1zCdZ5RBIs3J0n/cwaXK2G1avHFEE1Km1Tv1HqIbIK0ShI9UkFNp94yUr7+PVvH',
      'EjjjZ1CHJhIaHp8pcm722U+1zRaukR+votnaj2ZQ/Z4FccCywA9l1KxnCKpEBCkrbOTZ71MulTo8I5X1XXn9NSyVJzJ6iXDLdyUQ',
      'RHKUP66lrrVmxiraCd2BDlc1yAhe3OQe7wBdPSwe4HX7M8WXd2dSpqoKjOzsVBNPnqExzwnktftI8TA43AUCXHP7UCdyHFUkO/RO',
      'KLcjOaIjTS0WtsCtsaA=',
    ].join(''),
    '"spec":{"a":"b"}',
  ],
]

describe('values encrypted by kube-apiserver', () => {
  it.each(stored)('are read: %s', async (_name, key, provider, text, contains) => {
    const encryption = await createEncryption({
      configuration: { resources: [{ resources: ['*.*'], providers: [provider] }] },
    })
    const transformer = encryption.transformerOf({ group: '', resource: 'any' })
    const read = await transformer?.fromStorage(Buffer.from(text, 'base64'), key)
    expect(read?.isStale).toBe(false)
    expect(Buffer.from(read?.value ?? []).toString('latin1')).toContain(contains)
  })
})

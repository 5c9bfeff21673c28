import { kubernetesVocabulary, platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { parseAdmissionConfiguration } from '../src/index.ts'

const options = {
  vocabulary: kubernetesVocabulary,
  directory: '/etc/server',
  readDocument: async (path: string) => ({ readFrom: path }),
}
const head = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration' }

describe('an AdmissionConfiguration', () => {
  it('has documents inline and in files, and plugins without a configuration', async () => {
    const plugins = [
      { name: 'A', configuration: { a: 1 } },
      { name: 'B', path: 'more/b.yaml' },
      { name: 'C', path: '/c.yaml', configuration: null },
      { name: 'D' },
    ]
    expect(await parseAdmissionConfiguration({ ...head, plugins }, options)).toEqual([
      { name: 'A', value: { a: 1 }, directory: '/etc/server' },
      {
        name: 'B',
        value: { readFrom: '/etc/server/more/b.yaml' },
        directory: '/etc/server/more',
        file: '/etc/server/more/b.yaml',
      },
      { name: 'C', value: { readFrom: '/c.yaml' }, directory: '/', file: '/c.yaml' },
      { name: 'D', value: undefined, directory: '/etc/server' },
    ])
  })

  it.each([{}, { plugins: null }, { plugins: [] }])('may have no plugins: %j', async (more) => {
    expect(await parseAdmissionConfiguration({ ...head, ...more }, options)).toEqual([])
  })

  it('is taken in its older version and in the spelling of the vocabulary', async () => {
    const older = { ...head, apiVersion: 'apiserver.k8s.io/v1alpha1' }
    expect(await parseAdmissionConfiguration(older, options)).toEqual([])
    await expect(parseAdmissionConfiguration(head, { ...options, vocabulary: platformVocabulary })).rejects.toThrow(
      'expected an AdmissionConfiguration of apiserver.config.platform.io/v1 or apiserver.platform.io/v1alpha1, got AdmissionConfiguration of apiserver.config.k8s.io/v1',
    )
  })

  it('may be the legacy document of two plugins, each of which gets its own member', async () => {
    const image = { imagePolicy: { allowTTL: 50 } }
    const selectors = { podNodeSelectorPluginConfig: { default: 'a=b' } }
    const ofImages = { name: 'ImagePolicyWebhook', value: image, directory: '/etc/server' }
    const ofSelectors = { name: 'PodNodeSelector', value: selectors, directory: '/etc/server' }
    expect(await parseAdmissionConfiguration(image, options)).toEqual([ofImages])
    expect(await parseAdmissionConfiguration(selectors, options)).toEqual([ofSelectors])
    expect(await parseAdmissionConfiguration({ ...selectors, ...image }, options)).toEqual([ofImages, ofSelectors])
    await expect(parseAdmissionConfiguration({ ...image, other: 1 }, options)).rejects.toThrow('unknown field "other"')
  })

  it.each<[unknown, string]>([
    [null, 'an AdmissionConfiguration must be an object'],
    [{ ...head, plugins: {} }, 'plugins must be a list'],
    [{ ...head, plugins: ['A'] }, 'plugins[0] must be an object'],
    [{ ...head, plugins: [{ name: 1 }] }, 'plugins[0].name must be the name of a plugin'],
    [{ ...head, plugins: [{ name: 'A', path: 1 }] }, 'plugins[0].path must be a string'],
    [{ ...head, plugins: [{ name: 'A', extra: 1 }] }, 'unknown field "plugins[0].extra"'],
  ])('is refused: %j', async (document, message) => {
    await expect(parseAdmissionConfiguration(document, options)).rejects.toThrow(message)
  })
})

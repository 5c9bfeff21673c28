import { kubernetesVocabulary } from '@pinnace/meta'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { createEncryption, readEncryptionConfiguration } from '../src/index.ts'

const head = 'kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n'

async function use(text: string): Promise<void> {
  const configuration = readEncryptionConfiguration(load(text), { file: 'FILE', vocabulary: kubernetesVocabulary })
  const connectKms = () => Promise.reject(new Error('not reached'))
  await (await createEncryption({ configuration, connectKms })).close()
}

/** Configurations that kube-apiserver 1.36.3 rejects at its start, and its message without what it begins with. */
const rejected: readonly (readonly [text: string, message: string])[] = [
  [
    head + 'resources:\n- resources: [apiserveripinfo]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "apiserveripinfo": resources which do not have REST API/s cannot be encrypted',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n      - name: k1\n        secret: "***"\n',
    'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
  ],
  [
    head + 'resources:\n- resources: [Secrets]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters',
  ],
  [head + 'resources: []\n', 'resources: Required value: at least one resources is required'],
  [
    head + 'resources:\n- resources: ["servicenodeportallocations"]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "servicenodeportallocations": resources which do not have REST API/s cannot be encrypted',
  ],
  [
    head + 'resources:\n- resources: [events.events.k8s.io]\n  providers:\n  - identity: {}\n',
    "resources[0].resources[0]: Invalid value: \"events.events.k8s.io\": '*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file",
  ],
  [
    head + 'resources:\n- resources: [deployments.extensions]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "deployments.extensions": \'extensions\' group has been removed and cannot be used for encryption',
  ],
  [
    head + 'resources:\n- resources: ["secrets.*"]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "secrets.*": encrypting the same resource across groups is not supported',
  ],
  [
    head +
      'resources:\n- resources: ["*.apps"]\n  providers:\n  - identity: {}\n- resources: [deployments.apps]\n  providers:\n  - identity: {}\n',
    'resource "deployments.apps" is masked by earlier rule "*.apps"',
  ],
  [
    head + 'resources:\n- resources: ["*.apps", deployments.apps]\n  providers:\n  - identity: {}\n',
    'resources[0].resources: Invalid value: ["*.apps","deployments.apps"]: using overlapping resources such as \'secrets\' and \'*.\' in the same resource list is not allowed as they will be masked',
  ],
  [
    head + 'resources:\n- resources: [serviceipallocations]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "serviceipallocations": resources which do not have REST API/s cannot be encrypted',
  ],
  [
    '{"kind":"EncryptionConfiguration","apiVersion":"apiserver.config.k8s.io/v1","resources":[{"resources":["secrets"],"providers":[{"identity":{"x":1}}]}]}',
    'error decoding encryption provider configuration file "FILE": strict decoding error: unknown field "resources[0].providers[0].identity.x"',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      name: a\n      endpoint: unix:///tmp/x.sock\n',
    'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v1\n      name: a\n      endpoint: unix:///tmp/x.sock\n',
    'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n      endpoint: ":///x"\n',
    'resources[0].providers[0].kms.endpoint: Invalid value: ":///x": invalid endpoint for kms provider, error: parse ":///x": missing protocol scheme',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n      cachesize: 5\n      endpoint: unix:///tmp/x.sock\n',
    'resources[0].providers[0].kms.cachesize: Invalid value: 5: cachesize is not supported in v2',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: "a:b"\n      endpoint: unix:///tmp/x.sock\n',
    'resources[0].providers[0].kms.name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain \':\'',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n      endpoint: http://x\n',
    'resources[0].providers[0].kms.endpoint: Invalid value: "http://x": unsupported scheme "http" for KMS provider, only unix is supported',
  ],
  [
    head + 'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n',
    'resources[0].providers[0].kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      endpoint: unix:///tmp/x.sock\n',
    'resources[0].providers[0].kms.name: Required value: name is a mandatory field for a provider',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n      timeout: 0s\n      endpoint: unix:///tmp/x.sock\n',
    'resources[0].providers[0].kms.timeout: Invalid value: "0s": timeout should be a positive value',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v3\n      name: a\n      endpoint: unix:///tmp/x.sock\n',
    'resources[0].providers[0].kms.apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - kms:\n      apiVersion: v2\n      name: a\n      endpoint: unix:///tmp/x.sock\n  - kms:\n      apiVersion: v2\n      name: a\n      endpoint: unix:///tmp/y.sock\n',
    'resources[0].providers[1].kms.name: Invalid value: "a": duplicate KMS provider name a, names must be unique',
  ],
  [
    head + 'resources:\n- resources: [secrets]\n  providers:\n  - aesgcm:\n      keys: []\n',
    'resources[0].providers[0].aesgcm.keys: Required value: at least one keys is required',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n      - name: ""\n        secret: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n',
    'resources[0].providers[0].aescbc.keys[0].name: Required value: name is a mandatory field for a key',
  ],
  [
    head + 'resources:\n- resources: [secrets]\n',
    'resources[0].providers: Required value: at least one resources[0].providers is required',
  ],
  [
    head + 'resources:\n- providers:\n  - identity: {}\n',
    'resources[0].resources: Required value: at least one resources[0].resources is required',
  ],
  [head + '', 'resources: Required value: at least one resources is required'],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n      - name: k1\n        secret: ""\n',
    'resources[0].providers[0].aescbc.keys[0].secret: Required value: secret is a mandatory field for a key',
  ],
  [
    head + 'resources:\n- resources: [secrets]\n  providers:\n  - secretbox: {}\n',
    'resources[0].providers[0].secretbox.keys: Required value: at least one keys is required',
  ],
  [
    head + 'resources:\n- resources: [secrets, secrets]\n  providers:\n  - identity: {}\n',
    'resources[0].resources: Invalid value: ["secrets","secrets"]: the same resource cannot be specified multiple times',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - secretbox:\n      keys:\n      - name: k1\n        secret: AAECAwQFBgcICQoLDA0ODxAREhMUFRYX\n',
    'resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 24, expected one of [32]',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n      - name: k1\n        secret: AAECAwQ=\n',
    'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [16 24 32]',
  ],
  [
    head +
      'resources:\n- resources: [secrets]\n  providers:\n  - secretbox:\n      keys:\n      - name: k1\n        secret: AAECAwQ=\n',
    'resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [32]',
  ],
  [
    head + 'resources:\n- resources: ["*"]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "*": use \'*.\' to encrypt all the resources from core API group or *.* to encrypt all resources',
  ],
  [
    head +
      'resources:\n- resources: ["*.*"]\n  providers:\n  - identity: {}\n- resources: [secrets]\n  providers:\n  - identity: {}\n',
    'resource "secrets" is masked by earlier rule "*.*"',
  ],
  [
    head + 'resources:\n- resources: ["*.Apps"]\n  providers:\n  - identity: {}\n',
    'resources[0].resources[0]: Invalid value: "*.Apps": resource name should not contain capital letters',
  ],
  [
    head + 'resources:\n- resources: ["*.*", secrets]\n  providers:\n  - identity: {}\n',
    'resources[0].resources: Invalid value: ["*.*","secrets"]: using overlapping resources such as \'secrets\' and \'*.\' in the same resource list is not allowed as they will be masked',
  ],
  [
    head + 'foo: 1\nresources:\n- resources: [secrets]\n  providers:\n  - identity: {}\n',
    'error decoding encryption provider configuration file "FILE": strict decoding error: unknown field "foo"',
  ],
  [
    head + 'resources:\n- resources: [secrets]\n  providers:\n  - {}\n',
    'resources[0].providers[0]: Invalid value: {}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity',
  ],
  [
    'kind: Foo\napiVersion: apiserver.config.k8s.io/v1\n',
    'error decoding encryption provider configuration file "FILE": no kind "Foo" is registered for version "apiserver.config.k8s.io/v1"',
  ],
  ['[]', 'error decoding encryption provider configuration file "FILE": the document must be an object'],
]

describe('an encryption configuration', () => {
  it.each(rejected)('is rejected: %s', async (text, message) => {
    await expect(use(text)).rejects.toThrow(message)
    await expect(use(text)).rejects.toHaveProperty('name', 'EncryptionConfigurationError')
  })

  it('is rejected without its secrets in the message', async () => {
    const keys = "{keys: [{name: a, secret: 'c2VjcmV0'}]}"
    const text = `${head}resources:\n- resources: [secrets]\n  providers:\n  - aesgcm: ${keys}\n    secretbox: ${keys}\n`
    const error = await use(text).catch((reason: unknown) => String(reason))
    expect(error).toContain('more than one provider specified in a single element')
    expect(error).not.toContain('c2VjcmV0')
  })

  it.each([
    '- resources: [secrets, "*.apps"]',
    '- resources: ["*.foo"]',
    '- resources: ["*.*"]',
    '- resources: [secrets]\n  providers: [{identity: {}}]\n- resources: [secrets]',
    '- resources: [secrets]\n  providers: [{identity: {}}]\n- resources: ["*.*"]',
  ])('is accepted: %s', async (resources) => {
    await use(`${head}resources:\n${resources}\n  providers:\n  - identity: {}\n`)
  })
})

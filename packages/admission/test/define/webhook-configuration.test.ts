import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { defineAdmissionPlugin } from '../../src/define/define-admission-plugin.ts'
import { webhookConfiguration } from '../../src/define/webhook-configuration.ts'

const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] as const
const plugin = defineAdmissionPlugin({
  name: 'TeamLabel',
  rules,
  namespaceSelector: { matchLabels: { team: 'render' } },
  failurePolicy: 'Ignore',
  reinvocationPolicy: 'IfNeeded',
  mutate: () => {},
  validate: () => {},
})

describe('webhookConfiguration', () => {
  it('has the rules, selectors and policies of the plugin, for each of its handlers', () => {
    const [mutating, validating] = webhookConfiguration(plugin, { url: 'https://10.0.0.7:8443/', caBundle: 'PEM' })
    const shared = {
      name: 'team-label.admission.local',
      rules,
      failurePolicy: 'Ignore',
      matchPolicy: 'Equivalent',
      namespaceSelector: { matchLabels: { team: 'render' } },
      sideEffects: 'None',
      timeoutSeconds: 10,
      admissionReviewVersions: ['v1'],
    }
    expect(mutating).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'team-label' },
      webhooks: [
        {
          ...shared,
          clientConfig: { url: 'https://10.0.0.7:8443/mutate', caBundle: 'UEVN' },
          reinvocationPolicy: 'IfNeeded',
        },
      ],
    })
    expect(validating).toMatchObject({ kind: 'ValidatingWebhookConfiguration' })
    expect(validating?.webhooks[0]?.clientConfig.url).toBe('https://10.0.0.7:8443/validate')
  })

  it('is accepted by a server', async () => {
    await using server = await createTestServer()
    for (const configuration of webhookConfiguration(plugin, { service: { namespace: 'default', name: 'hook' } })) {
      const { apiVersion, kind, ...object } = configuration
      const created = await server.client({ apiVersion, kind: String(kind) }).create(object)
      expect(created.metadata.name).toBe('team-label')
    }
  })

  it('puts the path of a service before that of the handler', () => {
    const service = { namespace: 'admission', name: 'hooks', port: 8443, path: '/team-label' }
    const paths = webhookConfiguration(plugin, { service }).map(({ webhooks }) => webhooks[0]?.clientConfig.service)
    expect(paths).toEqual([
      { ...service, path: '/team-label/mutate' },
      { ...service, path: '/team-label/validate' },
    ])
  })

  it('leaves out handlers that the plugin does not have', () => {
    const only = defineAdmissionPlugin({ name: 'only', rules, validate: () => {} })
    const kinds = webhookConfiguration(only, { url: 'https://hook' }).map(({ kind }) => kind)
    expect(kinds).toEqual(['ValidatingWebhookConfiguration'])
  })

  it('needs either a service or a URL, and a time-out that servers accept', () => {
    expect(() => webhookConfiguration(plugin, {})).toThrow('webhookConfiguration needs service or url')
    expect(() => webhookConfiguration(plugin, { url: 'https://hook', timeoutSeconds: 31 })).toThrow('timeoutSeconds')
  })
})

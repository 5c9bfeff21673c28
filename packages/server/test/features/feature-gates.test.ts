import { withErrorCode } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

const headers = { 'content-type': 'application/json' }
const daemonSet = (maxSurge: unknown): object => ({
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } },
  },
})

describe('feature gates', () => {
  it('DaemonSetUpdateSurge lets daemon sets surge, and what surges already goes on when it is turned off', async () => {
    const path = '/apis/apps/v1/namespaces/default/daemonsets'
    await using on = await createTestServer()
    expect(
      (await call(on, 'POST', path, { headers, body: daemonSet(1) })).json.spec.updateStrategy.rollingUpdate,
    ).toEqual({
      maxSurge: 1,
      maxUnavailable: 0,
    })
    await using off = await createTestServer({ featureGates: { DaemonSetUpdateSurge: false } })
    const refused = await call(off, 'POST', path, { headers, body: daemonSet(1) })
    expect(refused.json.message).toBe(
      'DaemonSet.apps "d" is invalid: spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
    )
  })

  it('WatchList answers streaming lists, and refuses them when it is off', async () => {
    await using server = await createTestServer({ featureGates: { WatchList: false } })
    const target =
      '/api/v1/configmaps?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const { status, json } = await call(server, 'GET', target)
    expect([status, json.message]).toEqual([
      422,
      'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    ])
    const exact = '/api/v1/configmaps?watch=true&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1'
    const { causes } = (await call(server, 'GET', exact)).json.details as {
      causes: { field: string; message: string }[]
    }
    expect(causes.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
    ])
  })

  it.each([
    [true, 'gzip'],
    [false, undefined],
  ])('APIResponseCompression: %s', async (APIResponseCompression, encoding) => {
    await using server = await createTestServer({ featureGates: { APIResponseCompression } })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await client.create({ metadata: { name: 'large' }, data: { text: 'x'.repeat(200_000) } })
    const answer = await call(server, 'GET', '/api/v1/namespaces/default/configmaps/large', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
  })

  it('are exposed in metrics, and logged as a warning if they have no effect', async () => {
    const warnings: string[] = []
    const logger = {
      error() {},
      info() {},
      debug() {},
      warn: (_fields: object, text: string) => void warnings.push(text),
    }
    await using server = await createTestServer({
      metrics: true,
      logger,
      featureGates: { RetryGenerateName: true, WatchList: false },
    })
    const { text } = await call(server, 'GET', '/metrics')
    expect(text.split('\n').filter((line) => line.includes('feature_enabled'))).toEqual([
      '# HELP kubernetes_feature_enabled [BETA] This metric records the data about the stage and enablement of a k8s feature.',
      '# TYPE kubernetes_feature_enabled gauge',
      'kubernetes_feature_enabled{name="APIResponseCompression",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="CSIServiceAccountTokenSecrets",stage=""} 1',
      'kubernetes_feature_enabled{name="ClusterTrustBundle",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="ClusterTrustBundleProjection",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="ConstrainedImpersonation",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="ContainerRestartRules",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="ContainerStopSignals",stage="ALPHA"} 0',
      'kubernetes_feature_enabled{name="CoordinatedLeaderElection",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="CustomResourceFieldSelectors",stage=""} 1',
      'kubernetes_feature_enabled{name="DRAResourceClaimGranularStatusAuthorization",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="DRAWorkloadResourceClaims",stage="ALPHA"} 0',
      'kubernetes_feature_enabled{name="DaemonSetUpdateSurge",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="EnvFiles",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="GenericWorkload",stage="ALPHA"} 0',
      'kubernetes_feature_enabled{name="HostnameOverride",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="ImageVolume",stage=""} 1',
      'kubernetes_feature_enabled{name="InPlacePodLevelResourcesVerticalScaling",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="InPlacePodVerticalScalingInitContainers",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="MaxUnavailableStatefulSet",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="NodeDeclaredFeatures",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="PodCertificateRequest",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="PodLevelResources",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="RetryGenerateName",stage=""} 1',
      'kubernetes_feature_enabled{name="SELinuxMount",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="StorageVersionAPI",stage="ALPHA"} 0',
      'kubernetes_feature_enabled{name="StorageVersionMigrator",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="TopologyAwareWorkloadScheduling",stage="ALPHA"} 0',
      'kubernetes_feature_enabled{name="UnknownVersionInteroperabilityProxy",stage="BETA"} 1',
      'kubernetes_feature_enabled{name="WatchList",stage="BETA"} 0',
      'kubernetes_feature_enabled{name="WorkloadAwarePreemption",stage="ALPHA"} 0',
    ])
    expect(warnings).toEqual([
      'Setting GA feature gate RetryGenerateName=true. It will be removed in a future release.',
    ])
  })

  it.each([
    [{ Nothing: true }, 'unrecognized feature gate: Nothing'],
    [{ RetryGenerateName: false }, 'cannot set feature gate RetryGenerateName to false, feature is locked to true'],
  ])('%j is refused', async (featureGates, message) => {
    await expect(createServer({ featureGates })).rejects.toThrow(
      withErrorCode(new TypeError(message), 'server-options'),
    )
  })
})

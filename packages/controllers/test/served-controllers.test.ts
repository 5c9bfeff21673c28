import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startControllers, workloadControllers } from '../src/index.ts'

it('a controller of a kind that is not served does not run, and onError is called; the others run', async () => {
  const requests = `${vocabulary.group('certificates')}/v1`
  const discovery = `${vocabulary.group('discovery')}/v1`
  const runtimeConfig = `batch/v1=false,${requests}=false,${discovery}=false,apps/v1=false,policy/v1=false`
  await using server = await createTestServer({ vocabulary, runtimeConfig })
  const reported: string[] = []
  await using running = startControllers({
    client: server.connect(),
    additional: workloadControllers,
    onError: (error, { controller, isGivenUp }) => {
      expect(isGivenUp).toBe(true)
      reported.push(`${controller}: ${(error as Error).message}`)
    },
  })
  await running.started
  const missing = (name: string, kind: string): string => `${name}: ${name} does not run: ${kind} is not served`
  expect(reported.sort()).toEqual([
    missing('certificatesigningrequest-approving-controller', `${requests} CertificateSigningRequest`),
    missing('certificatesigningrequest-cleaner-controller', `${requests} CertificateSigningRequest`),
    missing('certificatesigningrequest-signing-controller', `${requests} CertificateSigningRequest`),
    missing('cronjob-controller', 'batch/v1 CronJob'),
    missing('daemonset-controller', 'apps/v1 DaemonSet'),
    missing('deployment-controller', 'apps/v1 Deployment'),
    missing('disruption-controller', 'policy/v1 PodDisruptionBudget'),
    missing('endpointslice-controller', `${discovery} EndpointSlice`),
    missing('endpointslice-mirroring-controller', `${discovery} EndpointSlice`),
    missing('job-controller', 'batch/v1 Job'),
    missing('replicaset-controller', 'apps/v1 ReplicaSet'),
    missing('statefulset-controller', 'apps/v1 StatefulSet'),
    missing('ttl-after-finished-controller', 'batch/v1 Job'),
  ])
  expect(Object.keys(running.health())).not.toContain('ttl-after-finished-controller')
  expect(Object.keys(running.health())).toEqual(
    expect.arrayContaining(['namespace-controller', 'endpoints-controller', 'replicationcontroller-controller']),
  )
})

import type { Area, Case } from './case.ts'
import { discovery } from './fresh.ts'
import { kindsThatAreOff } from './kinds.ts'
import { livesOf } from './life.ts'
import { mutationsOf } from './mutations.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const gates = [
  'ClusterTrustBundle',
  'CoordinatedLeaderElection',
  'DRAWorkloadResourceClaims',
  'GenericWorkload',
  'PodCertificateRequest',
  'StorageVersionMigrator',
  'TopologyAwareWorkloadScheduling',
].map((gate) => `${gate}=true`)

/** Versions that Kubernetes has removed, and that this server still has. */
const removed = [
  'admissionregistration.k8s.io/v1beta1/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/v1beta1/validatingwebhookconfigurations',
  'authentication.k8s.io/v1beta1',
  'certificates.k8s.io/v1beta1/certificatesigningrequests',
].map((key) => `${key}=false`)

/** What is served for `--runtime-config=api/all=true` and with the gates of kinds that are off. */
export const versions: Area = {
  name: 'versions',
  title: 'kinds and versions that are off by default',
  servers: {
    both: [`--feature-gates=${gates.join(',')}`],
    original: ['--runtime-config=api/all=true'],
    pinnace: [`--runtime-config=api/all=true,${removed.join(',')}`],
  },
  async stages(context) {
    const namespace = `${context.prefix}-versions`
    const kinds = await kindsThatAreOff()
    return [
      discovery(),
      makeNamespaces([namespace]),
      makeWorkload(namespace),
      livesOf(kinds, context.prefix, namespace),
      deleteNamespaces([namespace]),
      ...mutationsOf(kinds, context, makeWorkload),
    ]
  },
}

/** The workload that pod groups name. */
function makeWorkload(namespace: string): readonly Case[] {
  const path = `/apis/scheduling.k8s.io/v1alpha2/namespaces/${namespace}/workloads`
  const spec = { podGroupTemplates: [{ name: 'a', schedulingPolicy: { basic: {} } }] }
  return [
    { name: `workload of ${namespace}`, steps: [{ method: 'POST', path, body: { metadata: { name: 'w' }, spec } }] },
  ]
}

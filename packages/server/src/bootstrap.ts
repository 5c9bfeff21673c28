import { StatusError, systemMasters, type UserInfo } from '@pinnace/meta'
import { firstServiceAddress } from '@pinnace/resources'
import { ownedBody } from './body/raw-body.ts'
import type { ServerCore } from './core.ts'
import { defaultWriteOptions } from './options/write-options.ts'
import { create } from './verbs/create.ts'

/** Who a server is to itself. */
export const serverUser: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze([systemMasters, 'system:authenticated']),
  extra: Object.freeze({}),
})

/** What every server holds from the start: its namespaces, and the service under which it is found from within. */
export async function bootstrap(core: ServerCore, serviceCidr: string | undefined): Promise<void> {
  const { vocabulary } = core
  for (const name of [
    'default',
    vocabulary.systemNamespace,
    vocabulary.publicNamespace,
    vocabulary.nodeLeaseNamespace,
  ]) {
    await ensure(core, 'namespaces', '', { metadata: { name } })
  }
  await ensure(core, 'services', 'default', {
    metadata: { name: vocabulary.product, labels: { component: 'apiserver', provider: vocabulary.product } },
    spec: {
      type: 'ClusterIP',
      clusterIP: firstServiceAddress(serviceCidr),
      sessionAffinity: 'None',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  })
}

async function ensure(core: ServerCore, resource: string, namespace: string, object: object): Promise<void> {
  const served = core.find('', 'v1', resource)!
  const call = {
    served,
    user: serverUser,
    namespace,
    name: '',
    subresource: '',
    userAgent: 'apiserver',
    signal: undefined,
    warn: () => {},
    authorize: async () => {},
  }
  try {
    await create(core, call, ownedBody(object), defaultWriteOptions)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'AlreadyExists') throw error
  }
}

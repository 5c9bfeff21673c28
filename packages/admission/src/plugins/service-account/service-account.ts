import { thenMaybe, type Awaitable, type Mutable } from '@pinnace/meta'
import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { refusal } from '../../refusal.ts'
import { createAccountFinder } from './find-account.ts'
import { enforcesMountableSecrets, forbiddenSecret, forbiddenSecretOfEphemeral } from './mountable-secrets.ts'
import { namesSecret } from './secret-names.ts'
import { createTokenMounter } from './token-volume.ts'

/**
 * Sets the service account of a pod, mounts its token and adds its pull secrets. Refuses secrets the account does not
 * list, where an annotation of the account requires that.
 */
// upstream: plugin/pkg/admission/serviceaccount/admission.go
export const serviceAccount: BuiltInPlugin = {
  name: 'ServiceAccount',
  isDefault: true,
  create(context) {
    const { vocabulary, random } = context
    const mirrorAnnotation = `${vocabulary.labelDomain}/config.mirror`
    const findAccount = createAccountFinder(context)
    const mountToken = createTokenMounter(vocabulary, random)
    const isMirror = (pod: Pod): boolean => pod.metadata.annotations?.[mirrorAnnotation] !== undefined
    return {
      name: 'ServiceAccount',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      admit(attributes): Awaitable<void> {
        if (attributes.operation !== 'CREATE' || attributes.subresource !== '') return
        const pod = attributes.object as Mutable<Pod>
        // upstream: the node agent compares mirror pods with its own, and deletes one that differs.
        if (isMirror(pod)) return assertMirror(pod, attributes)
        const { spec } = pod
        if (spec === undefined) return
        if (!spec.serviceAccountName) {
          spec.serviceAccountName = 'default'
          spec.serviceAccount = 'default'
        }
        return thenMaybe(findAccount(attributes, spec.serviceAccountName), (account) => {
          if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
            mountToken(spec)
          }
          copyPullSecrets(spec, account)
        })
      },
      validate(attributes): Awaitable<void> {
        const { operation, subresource, namespace } = attributes
        const isEphemeral = operation === 'UPDATE' && subresource === 'ephemeralcontainers'
        if (!isEphemeral && (operation !== 'CREATE' || subresource !== '')) return
        const pod = attributes.object as Pod
        if (!isEphemeral && isMirror(pod)) return assertMirror(pod, attributes)
        const { spec } = pod
        if (!spec?.serviceAccountName) {
          throw refusal(attributes, `no service account specified for pod ${namespace}/${pod.metadata.name ?? ''}`)
        }
        return thenMaybe(findAccount(attributes, spec.serviceAccountName), (account) => {
          if (!enforcesMountableSecrets(account, vocabulary.labelDomain)) return
          const problem = isEphemeral ? forbiddenSecretOfEphemeral(spec, account) : forbiddenSecret(spec, account)
          if (problem !== undefined) throw refusal(attributes, problem)
        })
      },
    }
  },
}

// Mirror pods are not created through the API: they have no service account and no secrets.
function assertMirror({ spec }: Pod, attributes: AdmissionAttributes): void {
  if (spec?.serviceAccountName) throw refusal(attributes, 'a mirror pod may not reference service accounts')
  if (spec === undefined) return
  if (namesSecret(spec)) throw refusal(attributes, 'a mirror pod may not reference secrets')
  const hasToken = spec.volumes?.some(({ projected }) =>
    projected?.sources?.some((source) => source.serviceAccountToken !== undefined),
  )
  if (hasToken === true) throw refusal(attributes, 'a mirror pod may not use ServiceAccountToken volume projections')
}

function copyPullSecrets(spec: Mutable<PodSpec>, { imagePullSecrets = [] }: ServiceAccount): void {
  if (imagePullSecrets.length === 0 || (spec.imagePullSecrets?.length ?? 0) > 0) return
  spec.imagePullSecrets = imagePullSecrets.map(({ name }) => (name === undefined ? {} : { name }))
}

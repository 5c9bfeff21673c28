import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { Container, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { secretsOfVolume } from './secret-names.ts'

/** Whether a service account restricts its pods to the secrets it lists, by the annotation `enforce-mountable-secrets`. */
// upstream: serviceaccount/admission.go, enforceMountableSecrets; strconv.ParseBool
export function enforcesMountableSecrets({ metadata }: ServiceAccount, labelDomain: string): boolean {
  const text = metadata.annotations?.[`${labelDomain}/enforce-mountable-secrets`]
  return text !== undefined && ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)
}

/** The message for the first reference of a new pod to a secret the account does not list; undefined without one. */
// upstream: serviceaccount/admission.go, limitSecretReferences. Only volumes of type secret are checked there.
// Volumes of other types can reference secrets, too, so all are checked here.
export function forbiddenSecret(spec: PodSpec, account: ServiceAccount): string | undefined {
  const mountable = namesOf(account.secrets)
  const end = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`
  for (const volume of spec.volumes ?? []) {
    const name = secretsOfVolume(volume).find((secret) => !mountable.has(secret))
    if (name !== undefined) return `volume with secret.secretName="${name}" ${end} secret`
  }
  const inContainers =
    inEnvironment('init container', spec.initContainers, mountable, end) ??
    inEnvironment('container', spec.containers, mountable, end)
  if (inContainers !== undefined) return inContainers
  const pullSecrets = namesOf(account.imagePullSecrets)
  const references = (spec.imagePullSecrets ?? []).map(({ name = '' }) => name)
  const index = references.findIndex((name) => !pullSecrets.has(name))
  return index < 0 ? undefined : `imagePullSecrets[${index}].name="${references[index]}" ${end} imagePullSecret`
}

/** {@link forbiddenSecret} for ephemeral containers. */
// upstream: serviceaccount/admission.go, limitEphemeralContainerSecretReferences
export function forbiddenSecretOfEphemeral(spec: PodSpec, account: ServiceAccount): string | undefined {
  const end = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`
  return inEnvironment('ephemeral container', spec.ephemeralContainers, namesOf(account.secrets), end)
}

function inEnvironment(
  what: string,
  containers: readonly (Container | EphemeralContainer)[] | undefined,
  mountable: ReadonlySet<string>,
  end: string,
): string | undefined {
  for (const { name: container, env, envFrom } of containers ?? []) {
    for (const { name, valueFrom } of env ?? []) {
      const secret = valueFrom?.secretKeyRef
      if (secret === undefined || mountable.has(secret.name ?? '')) continue
      return `${what} ${container} with envVar ${name} referencing secret.secretName="${secret.name ?? ''}" ${end} secret`
    }
    for (const { secretRef } of envFrom ?? []) {
      if (secretRef === undefined || mountable.has(secretRef.name ?? '')) continue
      return `${what} ${container} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" ${end} secret`
    }
  }
  return undefined
}

function namesOf(references: readonly { readonly name?: string }[] | undefined): ReadonlySet<string> {
  return new Set(references?.map(({ name = '' }) => name))
}

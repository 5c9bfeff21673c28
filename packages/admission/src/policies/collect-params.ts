import { fromLabelSelector, parseGroupVersion, type ApiObject, type GroupVersionKind } from '@pinnace/meta'
import type { ParamKind } from '@pinnace/types/admissionregistration-v1'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PluginContext, ServedKind } from '../plugin-context.ts'
import type { PolicyBinding } from './policy.ts'

/** A policy or a binding that cannot be used as it is configured; the failure policy decides. */
class PolicyConfigurationError extends Error {
  override readonly name = 'PolicyConfigurationError'
}

/** The kind of parameters, where it is served. */
export interface ServedParamKind extends ServedKind {
  readonly kind: GroupVersionKind
}

/**
 * Finds the resource of a parameter kind; undefined for policies without parameters.
 * @throws PolicyConfigurationError for a kind that is not served
 */
// upstream: apiserver/pkg/admission/plugin/policy/generic/policy_source.go, ensureParamsForPolicyLocked
export function findParamKind(
  paramKind: ParamKind | undefined,
  versions: PluginContext['versions'],
): ServedParamKind | undefined {
  if (paramKind === undefined) return undefined
  const { apiVersion = '', kind: name = '' } = paramKind
  const kind = { ...(parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion }), kind: name }
  const served = versions.find(kind)
  if (served === undefined) {
    throw new PolicyConfigurationError(
      `failed to find resource referenced by paramKind: '${kind.group}/${kind.version}, Kind=${name}'`,
    )
  }
  return { ...served, kind }
}

/**
 * The parameters of a binding, in the version of their kind; one null where it names none, and none where none is found
 * and that is allowed.
 * @throws PolicyConfigurationError
 */
// upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go, CollectParams
export async function collectParams(
  paramKind: ServedParamKind | undefined,
  { paramRef }: PolicyBinding,
  attributes: Pick<AdmissionAttributes, 'namespace'>,
  { objects, versions }: Pick<PluginContext, 'objects' | 'versions'>,
): Promise<readonly (ApiObject | null)[]> {
  if (paramKind === undefined || paramRef === undefined) return [null]
  const { resource, kind } = paramKind
  const { name = '', selector, parameterNotFoundAction } = paramRef
  const namespace = namespaceOf(paramKind, paramRef.namespace ?? '', attributes)
  const found: ApiObject[] = []
  if (name !== '') {
    const object = await objects.get(resource, namespace, name)
    if (object !== undefined) found.push(object)
  } else if (selector !== undefined) {
    const matcher = fromLabelSelector(selector)
    for (const object of await objects.list(resource, namespace)) {
      if (matcher.matches(object.metadata.labels)) found.push(object)
    }
  }
  if (found.length === 0 && parameterNotFoundAction === 'Deny') {
    throw new PolicyConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  return Promise.all(found.map((object) => versions.convert(object, kind)))
}

function namespaceOf(
  { isNamespaced }: ServedParamKind,
  named: string,
  { namespace }: Pick<AdmissionAttributes, 'namespace'>,
): string {
  if (!isNamespaced) {
    if (named === '') return ''
    throw new PolicyConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const chosen = named === '' ? namespace : named
  if (chosen !== '') return chosen
  throw new PolicyConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  )
}

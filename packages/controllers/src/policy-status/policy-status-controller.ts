import { objectKey, type Client, type KindReference } from '@pinnace/client'
import { parseGroupVersion, type Vocabulary } from '@pinnace/meta'
import type { ParamKind, ValidatingAdmissionPolicy } from '@pinnace/types/admissionregistration-v1'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { schemaOf } from './schema-of.ts'

const name = 'validatingadmissionpolicy-status-controller'
// upstream: pkg/controller/validatingadmissionpolicystatus/controller.go, ControllerName
const fieldManager = 'validatingadmissionpolicy-status'

/** The most kinds that a policy is checked with. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/typechecking.go, maxTypesToCheck
const maxKinds = 10

/** Checks the expressions of validating policies against the kinds that they match, and writes warnings to their status. */
export const policyStatusController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [policyKind(vocabulary)],
  start(context) {
    const { client, informers, vocabulary } = context
    const kind = policyKind(vocabulary)
    const policies = informers.informer<ValidatingAdmissionPolicy>(kind)
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const policy = policies.store.get(key)
        const { generation = 0, uid = '' } = policy?.metadata ?? {}
        if (policy?.spec === undefined || generation <= (policy.status?.observedGeneration ?? 0)) return
        const expressionWarnings = await warningsOf(policy, client, vocabulary, signal)
        const typeChecking = { expressionWarnings: expressionWarnings.length === 0 ? null : expressionWarnings }
        const status = { observedGeneration: generation, typeChecking }
        const patch = client.resource(kind).subresource('status').patch
        await unlessOutdated(patch(key, { metadata: { uid }, status }, { type: 'merge', fieldManager, signal }))
      },
    })
    const enqueue = (policy: ValidatingAdmissionPolicy): void => loop.add(objectKey(policy))
    policies.addHandler({ add: enqueue, update: enqueue })
    return loop
  },
}

function policyKind(
  vocabulary: Vocabulary,
): KindReference<`admissionregistration.${string}/v1`, 'ValidatingAdmissionPolicy'> {
  return { apiVersion: `${vocabulary.group('admissionregistration')}/v1`, kind: 'ValidatingAdmissionPolicy' }
}

async function warningsOf(
  { spec = {} }: ValidatingAdmissionPolicy,
  client: Client,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<readonly object[]> {
  // Loaded with the first policy: it brings the expression language with it.
  const { checkPolicyTypes, matchedResources } = await import('@pinnace/admission/policy-types')
  const served = await client.discover({ signal })
  const wanted = matchedResources(spec).slice(0, maxKinds)
  const matched = served.filter((one) =>
    wanted.some(
      ({ group, version, resource }) => one.group === group && one.version === version && one.resource === resource,
    ),
  )
  const objects = await Promise.all(matched.map((one) => schemaOf(one, client, vocabulary, signal)))
  const param = served.find((one) => isParamKind(one, spec.paramKind))
  return checkPolicyTypes(
    spec,
    {
      objects: objects.filter((one) => one !== undefined).toSorted(byKind),
      params: param === undefined ? undefined : await schemaOf(param, client, vocabulary, signal),
    },
    vocabulary,
  )
}

type Kind = { readonly group: string; readonly version: string; readonly kind: string }

function isParamKind(one: Kind, paramKind: ParamKind | undefined): boolean {
  const wanted = parseGroupVersion(paramKind?.apiVersion ?? '')
  return one.kind === paramKind?.kind && one.group === wanted?.group && one.version === wanted.version
}

function byKind({ kind: a }: { readonly kind: Kind }, { kind: b }: { readonly kind: Kind }): number {
  const [left, right] = [a, b].map(({ group, version, kind }) => [group, version, kind].join('\0'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}

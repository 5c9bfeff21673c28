import type { ApiObject } from '@pinnace/meta'
import { type Column, column, columns } from '@pinnace/resources'
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ParamKind,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import { formatSelector } from './format.ts'

// upstream: printers, printMutatingWebhook and printValidatingWebhook
export const webhookConfigurationColumns: readonly Column<ApiObject & { readonly webhooks?: readonly unknown[] }>[] =
  columns(
    column<ApiObject & { readonly webhooks?: readonly unknown[] }>(
      'Webhooks',
      (object) => object.webhooks?.length ?? 0,
      {
        type: 'integer',
      },
    ),
  )

// upstream: printers, printValidatingAdmissionPolicy
export const validatingPolicyColumns: readonly Column<ValidatingAdmissionPolicy>[] = columns<ValidatingAdmissionPolicy>(
  column('Validations', (object) => object.spec?.validations?.length ?? 0, { type: 'integer' }),
  column('ParamKind', (object) => formatParamKind(object.spec?.paramKind)),
)

// upstream: printers, printMutatingAdmissionPolicy
export const mutatingPolicyColumns: readonly Column<MutatingAdmissionPolicy>[] = columns<MutatingAdmissionPolicy>(
  column('Mutations', (object) => object.spec?.mutations?.length ?? 0, { type: 'integer' }),
  column('ParamKind', (object) => formatParamKind(object.spec?.paramKind)),
)

type PolicyBinding = ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding

// upstream: printers, printValidatingAdmissionPolicyBinding
export const policyBindingColumns: readonly Column<PolicyBinding>[] = columns<PolicyBinding>(
  column('PolicyName', (object) => object.spec?.policyName ?? ''),
  column('ParamRef', ({ spec }) => {
    const reference = spec?.paramRef
    if (reference === undefined) return '<unset>'
    const { name = '', namespace = '', selector } = reference
    if (name === '') return selector === undefined ? '<unset>' : formatSelector(selector)
    return namespace === '' ? name : `${namespace}/${name}`
  }),
)

function formatParamKind(kind: ParamKind | undefined): string {
  return kind === undefined ? '<unset>' : `${kind.apiVersion ?? ''}/${kind.kind ?? ''}`
}

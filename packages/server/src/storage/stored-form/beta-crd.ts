import { isEqualJson, type ApiObject } from '@pinnace/meta'

type Members = Readonly<Record<string, unknown>>

interface StoredCrd extends ApiObject {
  readonly spec?: unknown
}

/** Members of a version of a CRD that v1beta1 has once, for all versions, where they are the same in all. */
const sharedMembers = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const

/**
 * A CRD of v1 as v1beta1, in which kube-apiserver stores CRDs so that older releases can read them.
 */
// upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go, Convert_v1_CustomResourceDefinitionSpec_To_apiextensions
export function toBetaCrd(crd: StoredCrd): StoredCrd {
  const { group, names, scope, versions = [], conversion, preserveUnknownFields = false } = membersOf(crd.spec)
  const own = listOf(versions)
  const [first = {}] = own
  const shared = sharedMembers.filter((name) => own.every((version) => isEqualJson(version[name], first[name])))
  const spec = {
    group,
    version: first['name'],
    names,
    scope,
    ...withColumns(pick(first, shared), 'jsonPath', 'JSONPath', { schema: 'validation' }),
    versions: own.map((version) => withColumns(omit(version, shared), 'jsonPath', 'JSONPath')),
    ...(conversion === undefined ? {} : { conversion: toBetaConversion(membersOf(conversion)) }),
    preserveUnknownFields,
  }
  return { ...crd, spec }
}

/** A CRD of v1beta1 as v1. */
// upstream: Convert_apiextensions_CustomResourceDefinitionSpec_To_v1_CustomResourceDefinitionSpec
export function fromBetaCrd(crd: StoredCrd): StoredCrd {
  const { group, version, names, scope, versions, validation, conversion, preserveUnknownFields, ...top } = membersOf(
    crd.spec,
  )
  const shared = { ...pick(top, sharedMembers), ...(validation === undefined ? {} : { schema: validation }) }
  const own = versions === undefined ? [{ name: version, served: true, storage: true }] : listOf(versions)
  const spec = {
    group,
    names,
    scope,
    versions: own.map((each) => inOrder(withColumns({ ...shared, ...each }, 'JSONPath', 'jsonPath'))),
    ...(conversion === undefined ? {} : { conversion: fromBetaConversion(membersOf(conversion)) }),
    ...(preserveUnknownFields === true ? { preserveUnknownFields } : {}),
  }
  return { ...crd, spec }
}

function toBetaConversion({ strategy, webhook }: Members): Members {
  if (webhook === undefined) return { strategy }
  const { clientConfig, conversionReviewVersions } = membersOf(webhook)
  return {
    strategy,
    ...(clientConfig === undefined ? {} : { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions === undefined ? {} : { conversionReviewVersions }),
  }
}

function fromBetaConversion({ strategy, webhookClientConfig, conversionReviewVersions }: Members): Members {
  if (webhookClientConfig === undefined && conversionReviewVersions === undefined) return { strategy }
  return {
    strategy,
    webhook: {
      ...(webhookClientConfig === undefined ? {} : { clientConfig: webhookClientConfig }),
      ...(conversionReviewVersions === undefined ? {} : { conversionReviewVersions }),
    },
  }
}

/** Renames the paths of printer columns, which have another spelling, and members by a table. */
function withColumns(
  members: Members,
  from: string,
  to: string,
  renamed: Readonly<Record<string, string>> = {},
): Members {
  const entries = Object.entries(members).map(([name, value]): [string, unknown] => {
    if (name !== 'additionalPrinterColumns') return [renamed[name] ?? name, value]
    return [name, listOf(value).map(({ [from]: path, ...column }) => ({ ...column, [to]: path }))]
  })
  return Object.fromEntries(entries)
}

/** The members of a version in the order of kube-apiserver. */
function inOrder(version: Members): Members {
  const { schema, subresources, additionalPrinterColumns, selectableFields, ...rest } = version
  return { ...rest, ...pick({ schema, subresources, additionalPrinterColumns, selectableFields }, sharedMembers) }
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])))
}

function omit(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(membersOf) : []
}

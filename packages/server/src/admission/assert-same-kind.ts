import {
  FieldErrors,
  formatGroupVersion,
  formatJson,
  invalid,
  parseGroupVersion,
  quote,
  type GroupVersionKind,
} from '@pinnace/meta'
import { internalType } from '@pinnace/versioning'
import { notRegistered, unknownConversion } from '../options/body-kind.ts'
import type { ServedResource } from '../storage/served-resource.ts'

type Fields = Record<string, unknown>

/**
 * Throws for an object of another kind or version than that of a resource, with the words of kube-apiserver. Built-in
 * kinds have the kind and version of the resource where they name none.
 */
export function assertSameKind(object: Fields, served: ServedResource): void {
  if (served.definition.builtIn) fillBuiltIn(object, served)
  else assertCustom(object, served.gvk)
}

// upstream: apimachinery/pkg/runtime/serializer/versioning, codec.Decode
function fillBuiltIn(object: Fields, { gvk, apiVersion, isBuiltInKind }: ServedResource): void {
  const given = textOf(object, 'apiVersion') || apiVersion
  const kind = textOf(object, 'kind') || gvk.kind
  if (!isBuiltInKind(given, kind)) throw new TypeError(notRegistered(kind, given))
  const { group, version } = parseGroupVersion(given) ?? { group: '', version: given }
  const sent = { group, version, kind }
  if (internalType(sent) !== internalType(gvk)) {
    throw new TypeError(`failed to convert object: ${unknownConversion(sent, gvk)}`)
  }
  Object.assign(object, { apiVersion, kind: gvk.kind })
}

// upstream: apimachinery/pkg/apis/meta/v1/unstructured; apiextensions-apiserver/pkg/registry/customresource/validator.go
function assertCustom(object: Fields, gvk: GroupVersionKind): void {
  const kind = textOf(object, 'kind')
  const given = textOf(object, 'apiVersion')
  const wanted = formatGroupVersion(gvk)
  if (kind === '') throw new TypeError(`Object 'Kind' is missing in '${formatJson(object)}'`)
  if (given !== wanted) {
    throw new TypeError(
      `failed to convert object: ${given}, Kind=${kind} is unstructured and is not suitable for converting to ${quote(wanted)}`,
    )
  }
  if (kind === gvk.kind) return
  const errors = new FieldErrors()
  errors.invalid('kind', kind, `must be ${gvk.kind}`)
  const { name = '' } = (object['metadata'] ?? {}) as { readonly name?: string }
  throw invalid({ group: gvk.group, kind }, name, errors.list)
}

function textOf(object: Fields, field: string): string {
  const value = object[field]
  return typeof value === 'string' ? value : ''
}

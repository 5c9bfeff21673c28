import type { CustomResourceDefinitionVersion } from '@pinnace/types/apiextensions-v1'

/** The warning that requests of a deprecated version are answered with. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go
export function deprecationWarningOf(
  group: string,
  kind: string,
  { name, deprecated = false, deprecationWarning }: CustomResourceDefinitionVersion,
): string | undefined {
  if (!deprecated) return undefined
  return deprecationWarning ?? `${group}/${name} ${kind} is deprecated`
}

import type { CustomResourceDefinitionVersion } from '@pinnace/types/apiextensions-v1'
import { compareVersions } from '../preferred-version.ts'

type Version = Pick<CustomResourceDefinitionVersion, 'name' | 'served' | 'deprecated' | 'deprecationWarning'>

/** The warning that requests of a deprecated version are answered with. It names the newest version to use instead. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, defaultDeprecationWarning
export function deprecationWarningOf(
  group: string,
  kind: string,
  { name, deprecated = false, deprecationWarning }: Version,
  versions: readonly Version[],
): string | undefined {
  if (!deprecated) return undefined
  if (deprecationWarning !== undefined) return deprecationWarning
  const [use] = versions
    .filter((other) => other.served && other.deprecated !== true && compareVersions(other.name, name) < 0)
    .map((other) => other.name)
    .toSorted(compareVersions)
  return `${group}/${name} ${kind} is deprecated${use === undefined ? '' : `; use ${group}/${use} ${kind}`}`
}

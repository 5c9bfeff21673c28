import type { GroupVersionKind } from '@pinnace/meta'

/** Packages of internal types that are not named after the first word of their group. */
const internalPackages: Readonly<Record<string, string>> = { '': 'core', events: 'core', internal: 'apiserverinternal' }

/** The Go type that kube-apiserver converts a built-in kind to. Kinds of two groups with the same type are convertible. */
// upstream: pkg/apis – a package for each group; events of both groups are one type.
export function internalType({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): string {
  const [name = ''] = group.split('.')
  return `${internalPackages[name] ?? name}.${kind}`
}

import { quote, type ApiObject } from '@pinnace/meta'

/** Warnings about new finalizers whose name has no domain. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go, generateWarningsFromObj
export function finalizerWarnings(next: ApiObject, live: ApiObject | undefined, product: string): readonly string[] {
  const known = ['orphan', 'foregroundDeletion', product, ...(live?.metadata.finalizers ?? [])]
  return (next.metadata.finalizers ?? [])
    .filter((name) => !name.includes('/') && !known.includes(name))
    .toSorted()
    .map((name) => `metadata.finalizers: ${quote(name)}: ${advice}`)
}

const advice =
  'prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers'

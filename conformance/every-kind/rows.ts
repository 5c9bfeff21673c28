import type { ServedKind } from './served-kinds.ts'

/** What is looked at for a verb: who may use it, what is refused, what watches see, what a dry run leaves. */
export type Aspect = 'authorization' | 'validation' | 'watch' | 'dry run'

/** A cell of the table: a verb of a kind or of one of its subresources, and what is looked at. */
export interface Row {
  readonly served: ServedKind
  /** Empty for the resource itself. */
  readonly subresource: string
  readonly verb: string
  readonly aspect: Aspect
}

/** Subresources that connect to something else: they store nothing. */
export const connectSubresources = ['attach', 'exec', 'log', 'portforward', 'proxy']

const writes = ['create', 'update', 'patch', 'delete', 'deletecollection']

/** The rows of a kind. */
export function rowsOf(served: ServedKind): Row[] {
  const own = served.verbs.flatMap((verb) => cells(served, '', verb))
  const below = served.subresources.flatMap(({ name, verbs }) => verbs.flatMap((verb) => cells(served, name, verb)))
  return [...own, ...below]
}

/** `apps/v1 deployments/scale patch validation` */
export function formatRow({ served, subresource, verb, aspect }: Row): string {
  const resource = subresource === '' ? served.resource : `${served.resource}/${subresource}`
  return `${served.groupVersion} ${resource} ${verb} ${aspect}`
}

function cells(served: ServedKind, subresource: string, verb: string): Row[] {
  return aspectsOf(served, subresource, verb).map((aspect) => ({ served, subresource, verb, aspect }))
}

function aspectsOf(served: ServedKind, subresource: string, verb: string): readonly Aspect[] {
  // A proxy passes everything on, options and body.
  if (subresource === 'proxy') return ['authorization']
  if (connectSubresources.includes(subresource)) return ['authorization', 'validation']
  if (!writes.includes(verb)) return ['authorization', 'validation', ...(verb === 'watch' ? (['watch'] as const) : [])]
  const changesAnObject = subresource === 'token' ? false : served.isStored || served.resource === 'bindings'
  return ['authorization', 'validation', ...(changesAnObject ? (['watch'] as const) : []), 'dry run']
}

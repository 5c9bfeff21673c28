import { createClientOver, type Client, type Transport } from '@pinnace/client'

type WriteVerb = 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deleteCollection'

/** A write that something happens before, once. */
export interface Interference {
  readonly verb: WriteVerb
  /** `configmaps`, `namespaces/finalize`. */
  readonly resource: string
  /** Runs before the first such write. When it throws, the write fails with that error. */
  readonly before: (name: string) => Promise<unknown>
}

/** A client whose first write of a kind meets another one. */
export interface InterferingClient {
  readonly client: Client
  /** How many such writes there were. */
  readonly writes: () => number
}

/** Runs `before` between the decision of a controller and its write, as another client could. */
export function createInterferingClient(
  { transport, vocabulary }: Client,
  { verb, resource, before }: Interference,
): InterferingClient {
  let writes = 0
  const meet = async ({ definition, subresource, name }: Parameters<Transport['delete']>[0]): Promise<void> => {
    const written = subresource === '' ? definition.resource : `${definition.resource}/${subresource}`
    if (written !== resource) return
    if (++writes === 1) await before(name)
  }
  const met = <Rest extends readonly unknown[], Result>(
    own: WriteVerb,
    call: (target: Parameters<Transport['delete']>[0], ...rest: Rest) => Promise<Result>,
  ) => {
    return async (target: Parameters<Transport['delete']>[0], ...rest: Rest): Promise<Result> => {
      if (own === verb) await meet(target)
      return call(target, ...rest)
    }
  }
  return {
    writes: () => writes,
    client: createClientOver({
      vocabulary,
      transport: {
        ...transport,
        create: met('create', transport.create),
        update: met('update', transport.update),
        patch: met('patch', transport.patch),
        apply: met('apply', transport.apply),
        delete: met('delete', transport.delete),
        deleteCollection: met('deleteCollection', transport.deleteCollection),
      },
    }),
  }
}

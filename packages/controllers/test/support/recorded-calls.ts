import { createClientOver, type Client, type Transport } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import type { Server } from '@pinnace/server'
import type { ControllerIdentity } from '../../src/index.ts'

/** Which users called a server, and what it refused them. */
export interface RecordedCalls {
  readonly connect: (identity: ControllerIdentity) => Client
  /** `user verb resource`, each once. */
  readonly made: Set<string>
  /** The messages of what the authorizer refused. */
  readonly forbidden: string[]
}

/** Clients of a server that record their calls. */
export function recordCalls(server: Server): RecordedCalls {
  const made = new Set<string>()
  const forbidden: string[] = []
  const refused = (error: unknown): void => {
    if (error instanceof StatusError && / cannot \w+ resource /.test(error.message)) forbidden.push(error.message)
  }
  const connect = (identity: ControllerIdentity): Client => {
    const { transport, vocabulary } = server.connect(identity)
    const recorded = async function <Result>(verb: string, resource: string, call: () => Promise<Result>) {
      made.add(`${identity.user.username} ${verb} ${resource}`)
      try {
        return await call()
      } catch (error) {
        refused(error)
        throw error
      }
    }
    const of = ({ definition, subresource }: Parameters<Transport['get']>[0]): string =>
      subresource === '' ? definition.resource : `${definition.resource}/${subresource}`
    const recording: Transport = {
      get: (target, options) => recorded('get', of(target), () => transport.get(target, options)),
      list: (target, options) => recorded('list', of(target), () => transport.list(target, options)),
      async *watch(target, options) {
        made.add(`${identity.user.username} watch ${of(target)}`)
        try {
          yield* transport.watch(target, options)
        } catch (error) {
          refused(error)
          throw error
        }
      },
      create: (target, object, options) =>
        recorded('create', of(target), () => transport.create(target, object, options)),
      update: (target, object, options) =>
        recorded('update', of(target), () => transport.update(target, object, options)),
      patch: (target, value, options) => recorded('patch', of(target), () => transport.patch(target, value, options)),
      apply: (target, object, options) => recorded('apply', of(target), () => transport.apply(target, object, options)),
      delete: (target, options) => recorded('delete', of(target), () => transport.delete(target, options)),
      deleteCollection: (target, selection, options) =>
        recorded('deletecollection', of(target), () => transport.deleteCollection(target, selection, options)),
      discover: (options) => transport.discover(options),
    }
    return createClientOver({ transport: recording, vocabulary })
  }
  return { connect, made, forbidden }
}

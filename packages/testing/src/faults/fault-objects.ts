import type { Server } from '@pinnace/server'
import type { FaultRegistry } from './create-faults.ts'
import { faultKind, type FaultObject } from './fault-kind.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { toFaultAction } from './to-fault-action.ts'

/** The faults of the objects of the kind Fault. */
export interface FaultObjects extends Disposable {
  /** Adds the faults of new objects, and removes those of objects that are gone. */
  reconcile(): Promise<void>
}

interface Applied {
  readonly version: string
  readonly fault: Fault | undefined
  /** What the status of the object says, and what it is to say. */
  written: string
  status: { readonly count: number; readonly error?: string }
}

/** Keeps the faults of a server as the objects of the kind Fault say, and writes how often each has happened. */
export function createFaultObjects(server: Server, registry: FaultRegistry): FaultObjects {
  const client = server.client(faultKind)
  const applied = new Map<string, Applied>()
  let running: Promise<void> = Promise.resolve()
  let isWriting = false

  const remove = (name: string): void => {
    applied.get(name)?.fault?.remove()
    applied.delete(name)
  }
  const apply = (object: FaultObject, name: string): void => {
    const version = versionOf(object)
    if (applied.get(name)?.version === version) return
    remove(name)
    const onHappen = (count: number): void => {
      const now = applied.get(name)
      if (now?.version !== version) return
      now.status = { count }
      writeStatuses()
    }
    const status = object.status ?? { count: 0 }
    try {
      const fault = registry.add(toOptions(object), onHappen)
      applied.set(name, { version, fault, written: JSON.stringify(status), status: { count: 0 } })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      applied.set(name, {
        version,
        fault: undefined,
        written: JSON.stringify(status),
        status: { count: 0, error: message },
      })
    }
    writeStatuses()
  }
  const writeStatuses = (): void => {
    if (isWriting) return
    isWriting = true
    void writeAll().finally(() => (isWriting = false))
  }
  const writeAll = async (): Promise<void> => {
    for (;;) {
      const [found] = [...applied].filter(([, { status, written }]) => JSON.stringify(status) !== written)
      if (found === undefined) return
      const [name, one] = found
      one.written = JSON.stringify(one.status)
      // The object may be gone, or the server closed.
      await client.patchStatus(name, { status: { error: null, ...one.status } }).catch(() => undefined)
    }
  }
  const reconcile = async (): Promise<void> => {
    const { items } = await client.list()
    const names = new Set(items.map(({ metadata }) => metadata.name))
    for (const name of applied.keys()) if (!names.has(name)) remove(name)
    for (const object of items) apply(object, object.metadata.name)
  }
  return {
    reconcile() {
      running = running.then(reconcile, reconcile)
      return running
    },
    [Symbol.dispose]() {
      for (const name of applied.keys()) remove(name)
    },
  }
}

// Another object of the name is another fault, and so is the object with another spec.
function versionOf({ metadata }: FaultObject): string {
  return `${metadata.uid}/${metadata.generation}`
}

function toOptions({ spec }: FaultObject): FaultOptions {
  const { match = {}, times, seed } = spec
  return {
    match: {
      verb: match.verbs,
      resource: match.resources,
      namespace: match.namespaces,
      name: match.names,
      user: match.users,
      userAgent: match.userAgents,
      nth: match.nth,
      probability: match.probability,
    },
    do: toFaultAction(spec.do),
    times,
    seed,
  }
}

import type { AdmissionAttributes, Operation } from './attributes.ts'
import type { AdmissionPlugin } from './plugin.ts'

/** Every plugin of a server, in order. Any refusal ends the request. */
export interface AdmissionChain {
  /** Lets the mutating plugins change the object. Synchronous where none of them waits. */
  admit(attributes: AdmissionAttributes): Promise<void> | void
  /** Lets the validating plugins refuse it. */
  validate(attributes: AdmissionAttributes): Promise<void> | void
}

/** A chain over plugins; which of them an operation concerns is worked out once, here. */
export function createAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const names = new Set<string>()
  for (const { name } of plugins) {
    if (names.has(name)) throw new TypeError(`admission plugin ${JSON.stringify(name)} is there twice`)
    names.add(name)
  }
  const mutating = byOperation(plugins.filter((plugin) => plugin.admit !== undefined))
  const validating = byOperation(plugins.filter((plugin) => plugin.validate !== undefined))
  return {
    admit: (attributes) => run(mutating[attributes.operation], 0, (plugin) => plugin.admit!(attributes)),
    validate: (attributes) => run(validating[attributes.operation], 0, (plugin) => plugin.validate!(attributes)),
  }
}

function byOperation(plugins: readonly AdmissionPlugin[]): Readonly<Record<Operation, readonly AdmissionPlugin[]>> {
  const handling = (operation: Operation): readonly AdmissionPlugin[] =>
    plugins.filter((plugin) => plugin.handles(operation))
  return {
    CREATE: handling('CREATE'),
    UPDATE: handling('UPDATE'),
    DELETE: handling('DELETE'),
    CONNECT: handling('CONNECT'),
  }
}

function run(
  plugins: readonly AdmissionPlugin[],
  start: number,
  call: (plugin: AdmissionPlugin) => Promise<void> | void,
): Promise<void> | void {
  for (let index = start; index < plugins.length; index++) {
    const answer = call(plugins[index]!)
    if (answer instanceof Promise) return answer.then(() => run(plugins, index + 1, call))
  }
}

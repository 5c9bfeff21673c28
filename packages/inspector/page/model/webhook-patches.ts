import { memberOf, textOf } from './json.ts'

/** What one call of a mutating webhook has changed. */
export interface WebhookPatch {
  readonly configuration: string
  readonly webhook: string
  /** 2 for a webhook that was called again because others had changed the object. */
  readonly round: number
  readonly operations: readonly PatchOperation[]
}

/** An operation of a JSON Patch. */
export interface PatchOperation {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

/** The annotations of a request: the patches of webhooks, in the order of their calls, and all others. */
export interface ReadAnnotations {
  readonly patches: readonly WebhookPatch[]
  readonly others: Readonly<Record<string, string>>
}

const keyOfPatch = /^(patch|mutation)\.webhook\.[^/]+\/round_(\d+)_index_(\d+)$/

/** Reads the annotations that admission has written; a patch that is cut off stays a text. */
export function readAnnotations(annotations: Readonly<Record<string, string>>): ReadAnnotations {
  const patches: { readonly order: number; readonly patch: WebhookPatch }[] = []
  const others: [key: string, value: string][] = []
  for (const [key, value] of Object.entries(annotations)) {
    const [, type, round = '', index = ''] = keyOfPatch.exec(key) ?? []
    const read = type === undefined ? undefined : parse(value)
    // Whether a webhook has changed something is what its patch says.
    if (type === 'mutation' && read !== undefined && hasPatch(annotations, key, read)) continue
    const operations = memberOf(read, 'patch')
    if (type !== 'patch' || !Array.isArray(operations)) {
      others.push([key, value])
      continue
    }
    const patch = {
      configuration: textOf(read, 'configuration'),
      webhook: textOf(read, 'webhook'),
      round: Number(round) + 1,
      operations: operations.map(toOperation),
    }
    patches.push({ order: Number(round) * 1000 + Number(index), patch })
  }
  return {
    patches: patches.sort((one, other) => one.order - other.order).map(({ patch }) => patch),
    others: Object.fromEntries(others),
  }
}

function hasPatch(annotations: Readonly<Record<string, string>>, key: string, read: unknown): boolean {
  return memberOf(read, 'mutated') === true && Object.hasOwn(annotations, key.replace('mutation', 'patch'))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toOperation(operation: unknown): PatchOperation {
  const value = memberOf(operation, 'value')
  const from = textOf(operation, 'from')
  return {
    op: textOf(operation, 'op'),
    path: from === '' ? textOf(operation, 'path') : `${from} → ${textOf(operation, 'path')}`,
    ...(value === undefined ? {} : { value }),
  }
}

import { Buffer } from 'node:buffer'

/** A parameter of a version-2 document. */
export interface ParameterV2 {
  readonly uniqueItems?: true
  readonly type?: string
  readonly description?: string
  readonly name: string
  readonly in: 'body' | 'path' | 'query'
  readonly required?: true
  readonly schema?: { readonly $ref: string }
}

/** The parameters that several paths have, which a version-2 document contains once. */
export interface SharedParameters {
  /** A reference to the parameter, or the parameter itself if it is one that is not shared. */
  share(parameter: ParameterV2): ParameterV2 | { readonly $ref: string }
  /** What was shared, by name. */
  all(): Readonly<Record<string, ParameterV2>>
}

/** Parameters that are written where they are used. Of bodies only those are shared that every kind has. */
const unshared: ReadonlySet<string> = new Set(['dryRun', 'fieldValidation', 'name', 'body'])

/** Collects parameters; `sharedBodies` are the definitions of the bodies that are shared. */
// upstream: kube-openapi/pkg/builder/parameters.go, collectSharedParameters and replaceSharedParameters
export function createSharedParameters(sharedBodies: ReadonlySet<string>): SharedParameters {
  const references = new Map<string, { readonly $ref: string }>()
  const parameters: Record<string, ParameterV2> = {}
  const isShared = ({ name, schema }: ParameterV2): boolean =>
    !unshared.has(name) || (schema !== undefined && sharedBodies.has(schema.$ref))
  return {
    share(parameter) {
      if (!isShared(parameter)) return parameter
      const json = JSON.stringify(parameter)
      let reference = references.get(json)
      if (reference === undefined) {
        const name = `${parameter.name}-${hashOf(json)}`
        parameters[name] = parameter
        reference = { $ref: `#/parameters/${name}` }
        references.set(json, reference)
      }
      return reference
    },
    all: () => parameters,
  }
}

/** The first six bytes of the FNV-1 hash of 64 bits, in base64 for URLs. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte)
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(hash)
  return bytes.subarray(0, 6).toString('base64url')
}

import { parseJson } from '@pinnace/meta'
import { formatYaml, parseYaml } from '@pinnace/versioning'

/** The YAML of an object whose JSON this is, with its keys sorted, as in kube-apiserver. */
export function yamlOfJson(json: Uint8Array): Uint8Array {
  return Buffer.from(formatYaml(parseJson(bufferOf(json)).value))
}

/** The object in a YAML text. Throws for text that is no object in YAML. */
export function objectOfYaml(yaml: Uint8Array): Record<string, unknown> {
  const { value } = parseYaml(bufferOf(yaml).toString())
  if (!isObject(value)) throw new TypeError('the value is neither JSON nor protobuf, and no object in YAML')
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

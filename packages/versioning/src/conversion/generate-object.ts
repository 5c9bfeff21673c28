import { FieldErrors, formatGroupVersion, randomBetween, setMember, type ApiObject, type Random } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { compileDecoder, compileDefaults, compileValidator, type ObjectSchema } from '@pinnace/schema'
import { generateStruct, type FieldMakers } from './generate-value.ts'

/** A version objects can be made of by its schema. */
export type GeneratedVersion = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'schema' | 'builtIn'>

/** Makes objects of one version, as a server has them after it has read them: decoded and defaulted. */
export type ObjectGenerator = (random: Random) => ApiObject

const maxTries = 50

/**
 * Makes objects by a schema. What it has no word for (a pattern, rules of code) is made by `fields`, by the path of the
 * field without indices: `spec.parts.name`. Objects that the schema refuses are made again; an Error says so where all are.
 */
export function createObjectGenerator(version: GeneratedVersion, fields: FieldMakers = {}): ObjectGenerator {
  const schema = version.schema()
  const decode = compileDecoder(schema, { goSemantics: version.builtIn })
  const applyDefaults = version.builtIn ? undefined : compileDefaults(schema)
  const validate = version.builtIn ? undefined : compileValidator(schema)
  return (random) => {
    let refusals = new FieldErrors()
    for (let tries = 0; tries < maxTries; tries++) {
      const object = decode(generate(version, schema, fields, random), undefined)
      applyDefaults?.(object)
      refusals = new FieldErrors()
      validate?.(object, refusals)
      if (refusals.isEmpty) return object as unknown as ApiObject
    }
    const [first] = refusals.list
    throw new Error(
      `no object of ${formatGroupVersion(version)} ${version.kind} could be made that its schema takes: ${first?.field}: ${first?.message}; say in fields how it is made`,
    )
  }
}

function generate(
  version: GeneratedVersion,
  schema: ObjectSchema,
  fields: FieldMakers,
  random: Random,
): Record<string, unknown> {
  const object: Record<string, unknown> = { kind: version.kind, apiVersion: formatGroupVersion(version) }
  if (schema.fields.has('metadata')) object['metadata'] = generateMetadata(object['apiVersion'], random)
  const content = generateStruct(schema, { random, fields }, '', 0)
  for (const key of Object.keys(content)) if (!Object.hasOwn(object, key)) setMember(object, key, content[key])
  return object
}

/** What every object may have beside its content, an owner of a field at its own version among it. */
function generateMetadata(apiVersion: unknown, random: Random): object {
  const word = (): string => `w${Math.floor(randomBetween(random, 0, 1000))}`
  return {
    name: word(),
    namespace: word(),
    uid: random.uid(),
    resourceVersion: String(1 + Math.floor(randomBetween(random, 0, 1000))),
    creationTimestamp: '2026-01-02T03:04:05Z',
    labels: { [word()]: word() },
    annotations: { [word()]: word(), [word()]: word() },
    finalizers: [`example.dev/${word()}`],
    managedFields: [
      {
        manager: word(),
        operation: 'Update',
        apiVersion,
        time: '2026-01-02T03:04:05Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': {} } },
      },
    ],
  }
}

import {
  boolType,
  compileExpression,
  createKubernetesEnvironment,
  declareStruct,
  listType,
  mapType,
  stringType,
  structType,
  type Environment,
  type Program,
} from '@pinnace/cel'
import type { FieldErrors, Vocabulary } from '@pinnace/meta'

/** Compiled match conditions of a webhook. */
export type RequestConditions = readonly Program[]

/** Creates the environment of expressions over `request`, a SubjectAccessReviewSpec of version v1. */
// upstream: apiserver/pkg/authorization/cel/compile.go
export function createRequestEnvironment({ product }: Vocabulary): Environment {
  const strings = listType(stringType)
  const requirement = structType(`${product}.SelectorRequirement`)
  const selector = { rawSelector: stringType, requirements: listType(requirement) }
  return createKubernetesEnvironment({
    variables: { request: structType(`${product}.SubjectAccessReviewSpec`) },
    structs: [
      declareStruct(`${product}.SubjectAccessReviewSpec`, {
        resourceAttributes: structType(`${product}.ResourceAttributes`),
        nonResourceAttributes: structType(`${product}.NonResourceAttributes`),
        user: stringType,
        groups: strings,
        extra: mapType(stringType, strings),
        uid: stringType,
      }),
      declareStruct(`${product}.ResourceAttributes`, {
        namespace: stringType,
        verb: stringType,
        group: stringType,
        version: stringType,
        resource: stringType,
        subresource: stringType,
        name: stringType,
        fieldSelector: structType(`${product}.FieldSelectorAttributes`),
        labelSelector: structType(`${product}.LabelSelectorAttributes`),
      }),
      declareStruct(`${product}.NonResourceAttributes`, { path: stringType, verb: stringType }),
      declareStruct(`${product}.FieldSelectorAttributes`, selector),
      declareStruct(`${product}.LabelSelectorAttributes`, selector),
      declareStruct(`${product}.SelectorRequirement`, { key: stringType, operator: stringType, values: strings }),
    ],
  })
}

const maxConditions = 64

/** Validates and compiles the match conditions at `path`. */
// upstream: apiserver/pkg/apis/apiserver/validation, compileMatchConditions
export function compileConditions(
  conditions: readonly { readonly expression?: string }[],
  path: string,
  { environment, errors }: { readonly environment: Environment; readonly errors: FieldErrors },
): RequestConditions {
  if (conditions.length > maxConditions) {
    errors.tooMany(path, conditions.length, maxConditions)
    return []
  }
  const programs: Program[] = []
  const seen = new Set<string>()
  for (const [index, { expression = '' }] of conditions.entries()) {
    const field = `${path}[${index}].expression`
    if (/^\p{White_Space}*$/u.test(expression)) errors.required(field)
    else if (seen.has(expression)) errors.duplicate(field, expression)
    else {
      seen.add(expression)
      const { program, problem } = compileExpression(environment, expression, boolType)
      if (program !== undefined) programs.push(program)
      else if (problem.isInternal) errors.internal(field, problem.message)
      else errors.invalid(field, expression, problem.message)
    }
  }
  return programs
}

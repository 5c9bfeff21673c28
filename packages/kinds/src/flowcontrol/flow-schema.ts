import { isDns1123Subdomain, isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { FlowSchema, FlowSchemaSpec } from '@pinnace/types/flowcontrol-v1'
import { flowSchemaColumns } from '../columns/cluster.ts'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { specOf } from '../spec-of.ts'
import { reportEach } from '../validation/messages.ts'
import { statusWithTypes, validateConditionTypes } from './condition-types.ts'
import { fixedFlowSchemas } from './fixed-specs.ts'
import { validateFlowRule } from './flow-rules.ts'

const maxPrecedence = 10_000
const defaultPrecedence = 1000
const distinguisherMethods = ['ByNamespace', 'ByUser']

/** Flow schemas: which requests are one flow, and the priority level they have. */
// upstream: registry/flowcontrol/flowschema/strategy.go, apis/flowcontrol/v1/defaults.go
export const flowSchema: KindBehavior<FlowSchema> = {
  strategy: {
    defaults({ spec }: Mutable<FlowSchema>) {
      if (spec !== undefined) spec.matchingPrecedence ||= defaultPrecedence
    },
    validate: validateFlowSchema,
    validateUpdate: (next, _, errors) => validateFlowSchema(next, errors),
  },
  subresources: { status: statusWithTypes },
  columns: flowSchemaColumns,
  compareRows: compareFlowSchemas,
}

/** Orders flow schemas as they are tried: by precedence, then by name. */
// upstream: util/apihelpers, FlowSchemaSequence
function compareFlowSchemas(left: FlowSchema, right: FlowSchema): number {
  const difference = (left.spec?.matchingPrecedence ?? 0) - (right.spec?.matchingPrecedence ?? 0)
  return difference === 0 ? compareText(left.metadata.name ?? '', right.metadata.name ?? '') : difference
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1
}

// upstream: flowcontrol/validation, ValidateFlowSchema
function validateFlowSchema(next: FlowSchema, errors: FieldErrors): void {
  const spec = specOf(next)
  const { name = '' } = next.metadata
  validateSpec(spec, name, errors)
  const fixed = fixedFlowSchemas.get(name)
  if (fixed !== undefined && !isSemanticEqual(spec, fixed)) {
    const value = goValue('flowcontrol.v1.FlowSchemaSpec', spec)
    errors.invalid('spec', value, `spec of '${name}' must equal the fixed value`)
  }
  validateConditionTypes(next, errors)
}

// upstream: flowcontrol/validation, ValidateFlowSchemaSpec
function validateSpec(spec: FlowSchemaSpec, name: string, errors: FieldErrors): void {
  const { matchingPrecedence: precedence = 0, distinguisherMethod, priorityLevelConfiguration, rules } = spec
  if (precedence <= 0) errors.invalid('spec.matchingPrecedence', precedence, 'must be a positive value')
  if (precedence > maxPrecedence) {
    errors.invalid('spec.matchingPrecedence', precedence, `must not be greater than ${maxPrecedence}`)
  }
  if (precedence === 1 && name !== 'exempt') {
    const problem = "only the schema named 'exempt' may have matchingPrecedence 1"
    errors.invalid('spec.matchingPrecedence', precedence, problem)
  }
  if (distinguisherMethod !== undefined && !distinguisherMethods.includes(distinguisherMethod.type)) {
    const value = goValue('flowcontrol.v1.FlowDistinguisherMethod', distinguisherMethod)
    errors.notSupported('spec.distinguisherMethod.type', value, distinguisherMethods)
  }
  const level = priorityLevelConfiguration.name
  if (level === '') errors.required('spec.priorityLevelConfiguration.name', 'must reference a priority level')
  else reportEach(errors, isDns1123Subdomain(level), 'spec.priorityLevelConfiguration.name', level)
  for (const [index, rule] of (rules ?? []).entries()) validateFlowRule(rule, `spec.rules[${index}]`, errors)
}

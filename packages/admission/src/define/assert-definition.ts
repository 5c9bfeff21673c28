import { fromLabelSelector, withErrorCodes } from '@pinnace/meta'
import type { PluginDefinition } from './plugin-definition.ts'

const members = new Set<keyof PluginDefinition>([
  'name',
  'rules',
  'matchPolicy',
  'objectSelector',
  'namespaceSelector',
  'failurePolicy',
  'reinvocationPolicy',
  'mutate',
  'validate',
  'validateDelete',
])
const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*']
const allowedValues = {
  matchPolicy: ['Exact', 'Equivalent'],
  failurePolicy: ['Fail', 'Ignore'],
  reinvocationPolicy: ['Never', 'IfNeeded'],
  scope: ['Cluster', 'Namespaced', '*'],
} as const satisfies Record<string, readonly string[]>

/** Throws a TypeError that names the plugin and the invalid member. */
export function assertDefinition(definition: PluginDefinition<never>): void {
  withErrorCodes('admission-plugin', () => assertMembers(definition))
}

function assertMembers(definition: PluginDefinition<never>): void {
  const { name, rules, mutate, validate, validateDelete } = definition
  if (typeof name !== 'string' || !/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name)) {
    throw new TypeError(
      `the name of an admission plugin must have 1 to 63 letters, digits, ".", "_" and "-", not ${JSON.stringify(name)}`,
    )
  }
  const wrong = (message: string): never => {
    throw new TypeError(`admission plugin ${JSON.stringify(name)}: ${message}`)
  }
  for (const member of Object.keys(definition)) {
    if (!members.has(member as keyof PluginDefinition)) wrong(`${JSON.stringify(member)} is not a member of a plugin`)
  }
  for (const member of ['matchPolicy', 'failurePolicy', 'reinvocationPolicy'] as const) {
    assertAllowed(member, definition[member], wrong)
  }
  for (const [member, handler] of Object.entries({ mutate, validate, validateDelete })) {
    if (handler !== undefined && typeof handler !== 'function') wrong(`${member} must be a function`)
  }
  if (mutate === undefined && validate === undefined && validateDelete === undefined) {
    wrong('one of mutate, validate and validateDelete is required')
  }
  for (const member of ['objectSelector', 'namespaceSelector'] as const) {
    try {
      if (definition[member] !== undefined) fromLabelSelector(definition[member])
    } catch (cause) {
      wrong(`${member}: ${(cause as Error).message}`)
    }
  }
  if (!Array.isArray(rules) || rules.length === 0) wrong('rules must have at least one rule')
  for (const [index, rule] of rules.entries()) assertRule(rule, (message) => wrong(`rules[${index}].${message}`))
  const handlesDelete = rules.some((rule) => rule.operations.includes('DELETE'))
  if (handlesDelete && validateDelete === undefined) wrong('rules with operation DELETE require validateDelete')
}

function assertRule(rule: PluginDefinition['rules'][number], wrong: (message: string) => never): void {
  for (const member of ['operations', 'apiGroups', 'apiVersions', 'resources'] as const) {
    const values: unknown = rule[member]
    if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string')) {
      wrong(`${member} must be a list of strings with at least one item`)
    }
  }
  const unknown = rule.operations.find((operation) => !operations.includes(operation))
  if (unknown !== undefined) wrong(`operations: ${JSON.stringify(unknown)} is none of ${operations.join(', ')}`)
  assertAllowed('scope', rule.scope, wrong)
}

function assertAllowed(member: keyof typeof allowedValues, value: unknown, wrong: (message: string) => never): void {
  const allowed: readonly unknown[] = allowedValues[member]
  if (value !== undefined && !allowed.includes(value)) {
    wrong(`${member} must be ${allowed.join(' or ')}, not ${JSON.stringify(value)}`)
  }
}

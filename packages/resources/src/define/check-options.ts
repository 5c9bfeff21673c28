import type * as z from 'zod'
import { checkRules } from './check-rules.ts'
import { pluralOf } from './plural.ts'
import type { ApiObject } from '@pinnace/meta'
import type { ResourceOptions } from './resource-options.ts'

/** Throws a TypeError that names the first option which cannot be. */
// upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
export function checkOptions<S extends z.ZodObject, H extends ApiObject>(options: ResourceOptions<S, H>): void {
  const { group, version, kind, scope, shortNames = [], categories = [] } = options
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw new TypeError(`${name} is not an option of defineResource`)
  }
  check('group', group, isDomain(group), 'a domain with at least one dot, such as example.dev')
  check('version', version, isLabel(version), 'a lower-case name such as v1 or v1beta1')
  check(
    'kind',
    kind,
    typeof kind === 'string' && /^[A-Z]/.test(kind) && isLabel(kind.toLowerCase()),
    'a name such as Widget',
  )
  check('scope', scope, scope === 'Namespaced' || scope === 'Cluster', 'Namespaced or Cluster')
  const plural = options.plural ?? pluralOf(kind)
  check('plural', plural, isLabel(plural), 'a lower-case name such as widgets')
  const singular = options.singular ?? kind.toLowerCase()
  check('singular', singular, isLabel(singular), 'a lower-case name such as widget')
  for (const name of shortNames) check('shortNames', name, isLabel(name), 'lower-case names such as wg')
  for (const name of categories) check('categories', name, isLabel(name), 'lower-case names such as all')
  const { conversion, served, enabledByDefault, storageVersion } = options
  for (const [name, value] of Object.entries({ served, enabledByDefault })) {
    check(name, value, value === undefined || typeof value === 'boolean', 'true or false')
  }
  if (storageVersion !== undefined) {
    check('storageVersion', storageVersion, isLabel(storageVersion), 'a version such as v1')
    if (conversion !== undefined) throw new TypeError('storageVersion is said by conversion.hub')
  }
  if (conversion !== undefined) {
    for (const name of ['toHub', 'fromHub'] as const) {
      check(`conversion.${name}`, conversion[name], typeof conversion[name] === 'function', 'a function')
    }
  }
  checkRules('rules', options.rules)
  for (const name of hooks) {
    const hook = options[name]
    check(name, hook, hook === undefined || typeof hook === 'function', 'a function')
  }
}

const hooks = ['defaults', 'prepare', 'validate', 'validateUpdate', 'warnings', 'validateName'] as const

const known: ReadonlySet<string> = new Set<keyof ResourceOptions<z.ZodObject>>([
  'group',
  'version',
  'kind',
  'scope',
  'schema',
  'plural',
  'singular',
  'shortNames',
  'categories',
  'columns',
  'subresources',
  'selectableFields',
  'immutable',
  'rules',
  'conversion',
  'storageVersion',
  'served',
  'enabledByDefault',
  ...hooks,
])

function check(option: string, value: unknown, holds: boolean, what: string): void {
  if (!holds) throw new TypeError(`${option} must be ${what}, not ${JSON.stringify(value) ?? typeof value}`)
}

/** A DNS-1035 label: it begins with a letter. */
function isLabel(name: unknown): boolean {
  return typeof name === 'string' && name.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(name)
}

function isDomain(name: unknown): boolean {
  if (typeof name !== 'string' || name.length > 253 || !name.includes('.')) return false
  return name.split('.').every((label) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(label))
}

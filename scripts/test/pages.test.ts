import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configurationSchema } from '../../packages/cli/src/configuration-file.ts'
import { flagGroups } from '../../packages/cli/src/flags.ts'
import { apiServerFlags } from '../../packages/cli/src/flags/api-server-flags.ts'
import { otherFlags } from '../../packages/cli/src/flags/other-flags.ts'
import { builtInControllers } from '../../packages/controllers/src/built-in-controllers.ts'
import { errorCodes } from '../../packages/meta/src/errors/error-codes.ts'
import * as errors from '../../packages/meta/src/errors/errors.ts'
import { FieldErrors, invalid } from '../../packages/meta/src/errors/field-errors.ts'
import { statusCodes, StatusError } from '../../packages/meta/src/errors/status.ts'
import { islands, rows } from '../layers.mjs'
import { orders, printOrder, stepsOf } from '../orders.mjs'
import { readPart, writePart } from '../pages.mjs'
import { filesBelow, manifestOf, packageFolders, root } from '../workspace.mjs'

/** `npm run docs` writes what these tests would compare. */
function expectPart(page: string, name: string, text: string): void {
  if (process.env['PINNACE_WRITE_DOCS'] === '1') writePart(page, name, text)
  expect(readPart(page, name)).toBe(text)
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...body.map(line)].join('\n')
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

describe('docs/architecture.md', () => {
  it.each(orders)('shows the order of the $name as it is in the code', (order) => {
    expectPart('docs/architecture.md', `order: ${order.name}`, printOrder(order))
  })

  it('begins the line with receive and ends a write with commit', () => {
    const steps = orders.map(({ file }) => stepsOf(readFileSync(join(root, file), 'utf8')))
    expect(steps[0]![0]).toBe('receive')
    expect(steps[1]!.at(-1)).toBe('commit')
  })

  it('has every package in its row', () => {
    const shown = [...readPart('docs/architecture.md', 'rows').matchAll(/^\| (\d+) \| `([\w-]+)` \|/gm)].map(
      ([, row, name]) => [name, Number(row)],
    )
    expect(Object.fromEntries(shown)).toEqual(rows)
    expect(packageFolders().filter((folder) => !(folder in rows))).toEqual([])
    expect(islands.every((name) => name in rows)).toBe(true)
  })
})

describe('docs/guide/command.md', () => {
  it('has every flag by group', () => {
    const text = flagGroups.map(({ title, flags }) => {
      const body = flags.map(({ name, placeholder, help, deprecated }) => [
        code(`${name.length === 1 ? '-' : '--'}${name}`),
        code(placeholder),
        `${help}${deprecated === undefined ? '' : ` Deprecated: ${deprecated}.`}`.replaceAll('|', '\\|'),
      ])
      return `### ${title}\n\n${table(['flag', 'value', 'what it does'], body)}`
    })
    expectPart('docs/guide/command.md', 'flags', text.join('\n\n'))
  })

  it('has the JSON Schema of configuration files beside it', () => {
    const path = join(root, 'packages/cli/schema/configuration.schema.json')
    const schema = configurationSchema(flagGroups.flatMap(({ flags }) => flags))
    if (process.env['PINNACE_WRITE_DOCS'] === '1') writeFileSync(path, `${JSON.stringify(schema, undefined, 2)}\n`)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(schema)
  })
})

describe('docs/reference/api-server-flags.md', () => {
  it('says of every flag of kube-apiserver what it does', () => {
    const body = apiServerFlags.map((name) => {
      const other = otherFlags.find((flag) => flag.name === name)
      const spelled = code(`${name.length === 1 ? '-' : '--'}${name}`)
      if (other === undefined) return [spelled, 'works', '']
      return [spelled, other.state === 'accepted' ? 'no effect' : 'refused', other.reason]
    })
    expectPart('docs/reference/api-server-flags.md', 'flags', table(['flag', 'state', 'reason'], body))
  })
})

describe('docs/guide/controllers.md', () => {
  it('has every controller, and whether it is on by default', () => {
    const page = readFileSync(join(root, 'docs/guide/controllers.md'), 'utf8')
    const shown = [...page.matchAll(/^\| `([a-z-]+)` \| (on|off) \|/gm)].map(([, name, state]) => [name, state])
    const known = builtInControllers({}).map(({ name, isDefault }) => [name, isDefault ? 'on' : 'off'])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known))
  })
})

const configMaps = { group: '', resource: 'configmaps' }
const deployments = { group: 'apps', resource: 'deployments' }

/** One call of every factory. */
const examples: Readonly<Record<string, () => StatusError>> = {
  badRequest: () => errors.badRequest('limit must not be negative'),
  unauthorized: () => errors.unauthorized(),
  forbidden: () =>
    errors.forbidden(
      configMaps,
      'settings',
      'User "ada" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ),
  notFound: () => errors.notFound(deployments, 'web'),
  unknownResource: () => errors.unknownResource(),
  methodNotSupported: () => errors.methodNotSupported(configMaps, 'patch'),
  verbNotSupported: () => errors.verbNotSupported({ group: 'example.dev', resource: 'widgets' }, 'patch'),
  notAcceptable: () => errors.notAcceptable(['application/json', 'application/yaml']),
  alreadyExists: () => errors.alreadyExists(configMaps, 'settings'),
  conflict: () => errors.conflict(deployments, 'web', 'the UID in the precondition is not that of the object'),
  staleObject: () => errors.staleObject(deployments, 'web'),
  preconditionFailed: () =>
    errors.preconditionFailed({ group: 'apps', kind: 'Deployment' }, 'web', {
      field: 'UID',
      expected: '1f0c',
      actual: '8a2e',
    }),
  otherObject: () =>
    errors.otherObject(deployments, 'web', {
      key: '/registry/deployments/default/web',
      expected: '1f0c',
      actual: '8a2e',
    }),
  expired: () => errors.expired('too old resource version: 5 (17)'),
  gone: () => errors.gone('too old resource version: 5 (17)'),
  requestTooLarge: () => errors.requestTooLarge(3_145_728),
  unsupportedMediaType: () => errors.unsupportedMediaType('text/plain', ['application/json', 'application/yaml']),
  tooManyRequests: () => errors.tooManyRequests('Too many requests, please try again later.', 1),
  internalError: () => errors.internalError('the store cannot answer'),
  toStatusError: () => errors.toStatusError(new Error('an internal error that is not shown to clients')),
  unclassifiedError: () => errors.unclassifiedError('target.name: Required value'),
  serviceUnavailable: () => errors.serviceUnavailable('the store cannot be reached or cannot take more'),
  serverTimeout: () => errors.serverTimeout(configMaps, 'list', 1),
  timeout: () => errors.timeout('request did not complete within the allotted timeout', 0),
  tooLargeResourceVersion: () => errors.tooLargeResourceVersion(40n, 17n, 1),
}

describe('docs/errors.md', () => {
  it('shows what every factory says', () => {
    const factories = Object.keys(errors).filter((name) => name !== 'successStatus')
    expect(Object.keys(examples).sort()).toEqual(factories.sort())
    const body = Object.entries(examples).map(([name, make]) => {
      const error = make()
      return [code(error.reason), String(error.code), code(name), code(error.message)]
    })
    expectPart('docs/errors.md', 'messages', table(['reason', 'code', 'made by', 'message'], body))
  })

  it('shows how fields are named', () => {
    const list = new FieldErrors()
    list.required('spec.selector', '')
    list.notSupported('spec.strategy.type', 'Fast', ['Recreate', 'RollingUpdate'])
    const { message } = invalid({ group: 'apps', kind: 'Deployment' }, 'web', list.list)
    expectPart('docs/errors.md', 'fields', ['```text', message, '```'].join('\n'))
  })

  it('has a section for every code of errors of programs, and no other', () => {
    const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
    const part = page.slice(page.indexOf('## Errors of the library and the command'))
    const sections = [...part.matchAll(/^### (\S+)\n\n([^:.]+)/gm)].map(([, name, text]) => [name, text])
    const classes = ['ConnectionError', 'StoreError']
    expect(sections.filter(([name]) => !classes.includes(String(name)))).toEqual(
      Object.entries(errorCodes).map(([name, text]) => [name, text.charAt(0).toUpperCase() + text.slice(1)]),
    )
    expect(sections.map(([name]) => name)).toEqual(expect.arrayContaining(classes))
  })

  it('explains every code of a StoreError', () => {
    const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
    const rows = page.slice(page.indexOf('### StoreError')).matchAll(/^\| `(\w+)` \|/gm)
    const declared = /type StoreErrorCode =([^\n]+(?:\n {2}[^\n]+)*)/.exec(
      readFileSync(join(root, 'packages/store/src/store.ts'), 'utf8'),
    )
    const codes = [...(declared?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(codes.length).toBeGreaterThan(0)
    expect([...rows].map(([, name]) => name)).toEqual(codes)
  })

  it('explains every reason, and no other', () => {
    const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
    const reasons = page.slice(page.indexOf('## Reasons'), page.indexOf('## Messages'))
    const explained = [...reasons.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason)
    expect(explained.sort()).toEqual(Object.keys(statusCodes).sort())
  })
})

describe('docs/decisions', () => {
  const folder = join(root, 'docs', 'decisions')
  const names = readdirSync(folder).sort()

  it('numbers every record once', () => {
    const numbers = names.map((name) => name.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(names.every((name) => /^\d{4}-[a-z0-9-]+\.md$/.test(name))).toBe(true)
  })

  it('has a record that names every dependency of a package', () => {
    const records = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
    const dependencies = packageFolders().flatMap((name) => Object.keys(manifestOf(name).dependencies ?? {}))
    const unrecorded = [...new Set(dependencies)].filter(
      (name) => !name.startsWith('@pinnace/') && !records.includes(`\`${name}`),
    )
    expect(unrecorded).toEqual([])
  })
})

describe('versions', () => {
  it('are one for all packages, and the command and the server report that one', () => {
    const versions = new Set(packageFolders().map((folder) => manifestOf(folder).version))
    expect(versions.size).toBe(1)
    const [version] = versions
    const stated = packageFolders()
      .flatMap((folder) => filesBelow(`packages/${folder}/src`, '.ts'))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^const version = '(.*)'$/gm)])
      .map((match) => match[1])
    expect(stated.length).toBeGreaterThanOrEqual(2)
    expect(new Set(stated)).toEqual(new Set([version]))
  })
})

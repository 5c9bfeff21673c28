import { useMemo, useState } from 'preact/hooks'
import type { ApiClient } from '../../api/api-client.ts'
import { readDefaults } from '../../api/inspection-api.ts'
import { nameOf, namespaceOf, withHiddenSecrets, withoutManagedFields, type ApiObject } from '../../model/api-object.ts'
import { fieldOwners, type FieldManager } from '../../model/field-owners.ts'
import { isObject } from '../../model/json.ts'
import { resourcePath } from '../../model/resource-path.ts'
import { docsOf, isDefault, schemaOf, type FieldDocs } from '../../model/schema-docs.ts'
import { yamlLines, type YamlLine } from '../../model/yaml-lines.ts'
import { useServer } from '../../parts/server-context.ts'
import { useLoad } from '../../parts/use-load.ts'
import type { TabProps } from './tab-props.ts'

/** Colors of managers; further ones begin again. */
const colors = 8

/** The object as YAML: every field in the color of its manager, with its documentation beside it. */
export function FieldsTab({ kind, object }: TabProps) {
  const { api } = useServer()
  const [isRevealed, setRevealed] = useState(false)
  const [selected, setSelected] = useState('')
  const document = useLoad(() => readDocument(api, kind.group, kind.version), [api])
  const defaults = useLoad(
    () => readDefaults(api, resourcePath(kind, namespaceOf(object), nameOf(object))),
    [api, object],
  )
  const presets = defaults.state === 'ready' ? defaults.value : undefined
  const schema = document.state === 'ready' ? schemaOf(document.value, kind.group, kind.version, kind.kind) : undefined
  const docs = (pointer: string): FieldDocs | undefined =>
    document.state === 'ready' && schema !== undefined ? docsOf(document.value, schema, pointer) : undefined
  const owners = useMemo(() => fieldOwners(object), [object])
  const shown = useMemo(() => {
    const plain = withoutManagedFields(object)
    return isRevealed ? plain : withHiddenSecrets(plain)
  }, [object, isRevealed])
  const lines = useMemo(() => yamlLines(shown), [shown])
  return (
    <>
      <div class="legend">
        {owners.managers.map((manager, index) => (
          <span key={index} class={`chip m${index % colors}`} title={titleOf(manager)}>
            {manager.manager}
            <small>
              {manager.subresource === '' ? manager.operation : `${manager.operation} ${manager.subresource}`}
            </small>
          </span>
        ))}
        {object['kind'] === 'Secret' && (
          <button type="button" onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? 'Hide values' : 'Show values'}
          </button>
        )}
      </div>
      <div class="split">
        <div
          class="code lines"
          role="listbox"
          aria-label="Fields"
          tabIndex={0}
          onKeyDown={(event) => moveLine(event, lines, selected, setSelected)}
        >
          {lines.map((line, index) => (
            <Line
              key={index}
              line={line}
              managers={owners.of(line.pointer)}
              all={owners.managers}
              isSelected={line.pointer === selected}
              isDefault={
                presets?.has(line.pointer) === true || isDefault(docs(line.pointer), valueAt(shown, line.pointer))
              }
              onSelect={() => setSelected(line.pointer)}
            />
          ))}
        </div>
        <FieldPanel
          pointer={selected}
          docs={docs(selected)}
          managers={owners.of(selected)}
          knowsDefaults={defaults.state !== 'ready' || presets !== undefined}
        />
      </div>
    </>
  )
}

interface LineProps {
  readonly line: YamlLine
  readonly managers: readonly FieldManager[]
  readonly all: readonly FieldManager[]
  readonly isSelected: boolean
  readonly isDefault: boolean
  readonly onSelect: () => void
}

function Line({ line, managers, all, isSelected, isDefault: isPreset, onSelect }: LineProps) {
  const [first] = managers
  const color = first === undefined ? 'unowned' : `m${all.indexOf(first) % colors}`
  const title = managers.length === 0 ? 'no manager' : managers.map(titleOf).join('\n')
  return (
    <div
      class={`line ${color}${isSelected ? ' selected' : ''}`}
      role="option"
      aria-selected={isSelected}
      title={title}
      onClick={onSelect}
    >
      <b>{line.text.slice(0, line.keyEnd)}</b>
      {line.text.slice(line.keyEnd)}
      {isPreset && <em> default</em>}
      {managers.length > 1 && <em> shared</em>}
    </div>
  )
}

interface FieldPanelProps {
  readonly pointer: string
  readonly docs: FieldDocs | undefined
  readonly managers: readonly FieldManager[]
  /** False for a user who may not ask the server. */
  readonly knowsDefaults: boolean
}

function FieldPanel({ pointer, docs, managers, knowsDefaults }: FieldPanelProps) {
  if (pointer === '') {
    return (
      <aside class="panel">
        <h2>Field</h2>
        <p class="faint">Select a line to see who owns it and what it means.</p>
        {!knowsDefaults && (
          <p class="faint">
            Only the defaults that the schema names are marked: you may not read /inspector/api/defaults.
          </p>
        )}
      </aside>
    )
  }
  return (
    <aside class="panel" aria-live="polite">
      <h2 class="mono">{pathText(pointer)}</h2>
      <p>
        {docs !== undefined && <span class="tag">{docs.type}</span>}
        {docs?.isRequired === true && <span class="tag accent">required</span>}
        {docs?.preset !== undefined && !isObject(docs.preset) && (
          <span class="tag">default {JSON.stringify(docs.preset)}</span>
        )}
      </p>
      <p class="docs">{docs?.description ?? 'The server has no documentation of this field.'}</p>
      <h3>Managers</h3>
      {managers.length === 0 && <p class="faint">No manager: set by the server, or by a default.</p>}
      <ul class="managers">
        {managers.map((manager) => (
          <li key={titleOf(manager)}>
            <strong>{manager.manager}</strong> {manager.operation} {manager.apiVersion}
            {manager.subresource !== '' && ` through ${manager.subresource}`} <time>{manager.time}</time>
          </li>
        ))}
      </ul>
    </aside>
  )
}

async function readDocument(api: ApiClient, group: string, version: string): Promise<unknown> {
  return api.read(`/openapi/v3/${group === '' ? `api/${version}` : `apis/${group}/${version}`}`)
}

function titleOf({ manager, operation, apiVersion, subresource, time }: FieldManager): string {
  return [`${manager}: ${operation} of ${apiVersion}`, subresource === '' ? '' : `through ${subresource}`, time]
    .filter(Boolean)
    .join(', ')
}

function valueAt(object: ApiObject, pointer: string): unknown {
  let value: unknown = object
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = value[Number(name)]
    else if (isObject(value)) value = value[name]
    else return undefined
  }
  return value
}

function pathText(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
}

function moveLine(
  event: KeyboardEvent,
  lines: readonly YamlLine[],
  selected: string,
  select: (pointer: string) => void,
): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const index = lines.findIndex(({ pointer }) => pointer === selected)
  const next = lines[Math.max(0, Math.min(lines.length - 1, index + step))]
  if (next !== undefined) select(next.pointer)
}

import { findKind } from '../api/discover-kinds.ts'
import { isApiObject } from '../model/api-object.ts'
import { resourcePath } from '../model/resource-path.ts'
import { objectHref, objectsHref, type KindAddress } from '../model/routes.ts'
import { useServer } from '../parts/server-context.ts'
import { Empty, Show } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { useState } from 'preact/hooks'
import { ConditionsTab } from './object/conditions-tab.tsx'
import { EditTab } from './object/edit-tab.tsx'
import { EventsTab } from './object/events-tab.tsx'
import { FieldsTab } from './object/fields-tab.tsx'
import { HistoryTab } from './object/history-tab.tsx'
import { OwnersTab } from './object/owners-tab.tsx'
import type { TabProps } from './object/tab-props.ts'

const tabs = {
  fields: 'Fields',
  edit: 'Edit',
  history: 'History',
  owners: 'Owners',
  events: 'Events',
  conditions: 'Conditions',
} as const

type TabName = keyof typeof tabs

/** One object, in several views. */
export function ObjectPage({ kind, namespace, name, query }: ObjectPageProps) {
  const { api, kinds } = useServer()
  const [turn, setTurn] = useState(0)
  const info = findKind(kinds, kind)
  const loaded = useLoad(
    async (signal) => {
      const object = await api.read(resourcePath(kind, namespace, name), { signal })
      if (!isApiObject(object)) throw new TypeError('the answer is no object')
      return object
    },
    [api, turn],
  )
  if (info === undefined) return <Empty>The server does not serve {kind.resource}.</Empty>
  const tab = tabOf(query.get('tab'))
  return (
    <>
      <div class="bar">
        <h1>
          <a href={objectsHref(kind)} class="crumb">
            {info.kind}
          </a>
          {namespace !== '' && (
            <a href={objectsHref(kind, { namespace })} class="crumb">
              {namespace}
            </a>
          )}
          {name}
        </h1>
        <button type="button" class="quiet" onClick={() => setTurn(turn + 1)}>
          Reload
        </button>
      </div>
      <nav class="tabs" aria-label="Views of the object">
        {Object.entries(tabs).map(([key, title]) => (
          <a
            key={key}
            href={objectHref(kind, namespace, name, { tab: key })}
            aria-current={key === tab ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Show loaded={loaded}>
        {(object) => <Tab tab={tab} kind={info} object={object} onSaved={() => setTurn(turn + 1)} />}
      </Show>
    </>
  )
}

interface ObjectPageProps {
  readonly kind: KindAddress
  readonly namespace: string
  readonly name: string
  readonly query: URLSearchParams
}

function Tab({ tab, ...props }: TabProps & { readonly tab: TabName }) {
  switch (tab) {
    case 'fields':
      return <FieldsTab {...props} />
    case 'edit':
      return <EditTab {...props} />
    case 'history':
      return <HistoryTab {...props} />
    case 'owners':
      return <OwnersTab {...props} />
    case 'events':
      return <EventsTab {...props} />
    case 'conditions':
      return <ConditionsTab {...props} />
  }
}

function tabOf(text: string | null): TabName {
  return text !== null && isTab(text) ? text : 'fields'
}

function isTab(text: string): text is TabName {
  return Object.hasOwn(tabs, text)
}

import type { ApiClient } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { findByName, type KindInfo } from '../../api/discover-kinds.ts'
import { readMetadata } from '../../api/read-collection.ts'
import { namespaceOf, nameOf, type ApiObject } from '../../model/api-object.ts'
import { textOf, textsOf } from '../../model/json.ts'
import { ownersOf, whyItRemains, type OwnerReference } from '../../model/object-owners.ts'
import { dependentsOf, type Dependent } from '../../model/dependents.ts'
import { resourcePath } from '../../model/resource-path.ts'
import { objectHref } from '../../model/routes.ts'
import { useServer } from '../../parts/server-context.ts'
import { Show } from '../../parts/states.tsx'
import { useLoad } from '../../parts/use-load.ts'
import type { TabProps } from './tab-props.ts'

/** The most objects of a kind that are searched for dependents. */
const searched = 50_000

/** The owners and dependents of an object, its finalizers, and why it does not go away. */
export function OwnersTab({ object }: TabProps) {
  const { api, kinds } = useServer()
  const loaded = useLoad(() => readGraph(api, kinds, object), [object])
  return (
    <Show loaded={loaded}>
      {({ owners, dependents, unread }) => {
        const why = whyItRemains(
          object,
          dependents.map(({ one }) => ({ kind: one.kind.kind, object: one.object })),
        )
        const finalizers = textsOf(object.metadata, 'finalizers')
        return (
          <div class="graph">
            {why !== undefined && (
              <p class="notice failure" role="alert">
                <strong>Being deleted:</strong> {why}.
              </p>
            )}
            <section class="card">
              <h2>Owners</h2>
              {owners.length === 0 && <p class="faint">It has no owner: it is deleted only when someone deletes it.</p>}
              <ul class="nodes">
                {owners.map((owner) => (
                  <OwnerNode key={owner.reference.uid} {...owner} namespace={namespaceOf(object)} />
                ))}
              </ul>
            </section>
            <section class="card self">
              <h2>
                {textOf(object, 'kind')} {nameOf(object)}
              </h2>
              {finalizers.length === 0 ? (
                <p class="faint">It has no finalizers.</p>
              ) : (
                finalizers.map((name) => (
                  <span key={name} class="tag">
                    {name}
                  </span>
                ))
              )}
            </section>
            <section class="card">
              <h2>Dependents</h2>
              {dependents.length === 0 && <p class="faint">No object names it as its owner.</p>}
              <Dependents dependents={dependents} />
              {unread.length > 0 && (
                <p class="faint">
                  Not searched, since you may not list them or they are too many: {unread.join(', ')}.
                </p>
              )}
            </section>
          </div>
        )
      }}
    </Show>
  )
}

interface OwnedObject {
  readonly kind: KindInfo
  readonly object: ApiObject
}

function Dependents({ dependents }: { readonly dependents: readonly Dependent<OwnedObject>[] }) {
  return (
    <ul class="nodes">
      {dependents.map(({ one: { kind, object }, dependents: below }) => (
        <li key={textOf(object.metadata, 'uid')}>
          <a href={objectHref(kind, namespaceOf(object), nameOf(object), { tab: 'owners' })}>
            {kind.kind} {nameOf(object)}
          </a>
          {textsOf(object.metadata, 'finalizers').map((name) => (
            <span key={name} class="tag">
              {name}
            </span>
          ))}
          {below.length > 0 && <Dependents dependents={below} />}
        </li>
      ))}
    </ul>
  )
}

interface Owner {
  readonly reference: OwnerReference
  readonly kind: KindInfo | undefined
  readonly state: 'exists' | 'gone' | 'other' | 'unknown'
}

const states = {
  exists: '',
  gone: 'does not exist: the garbage collector deletes what it owns',
  other: 'is another object of this name: the garbage collector deletes what it owns',
  unknown: 'cannot be read',
} as const

function OwnerNode({ reference, kind, state, namespace }: Owner & { readonly namespace: string }) {
  const title = `${reference.kind} ${reference.name}`
  const place = kind?.isNamespaced === true ? namespace : ''
  return (
    <li>
      {kind === undefined || state !== 'exists' ? (
        title
      ) : (
        <a href={objectHref(kind, place, reference.name, { tab: 'owners' })}>{title}</a>
      )}
      {reference.isController && <span class="tag accent">controller</span>}
      {reference.blocksDeletion && <span class="tag">blocks deletion</span>}
      {states[state] !== '' && <span class="bad">{states[state]}</span>}
    </li>
  )
}

interface Graph {
  readonly owners: readonly Owner[]
  /** With their dependents. */
  readonly dependents: readonly Dependent<OwnedObject>[]
  /** Kinds that the user may not list, or that have too many objects. */
  readonly unread: readonly string[]
}

async function readGraph(api: ApiClient, kinds: readonly KindInfo[], object: ApiObject): Promise<Graph> {
  const namespace = namespaceOf(object)
  const owners = await Promise.all(
    ownersOf(object).map(async (reference): Promise<Owner> => {
      const kind = findByName(kinds, reference.apiVersion, reference.kind)
      return {
        reference,
        kind,
        state: kind === undefined ? 'unknown' : await stateOf(api, kind, { reference, namespace }),
      }
    }),
  )
  const uid = textOf(object.metadata, 'uid')
  const owned: OwnedObject[] = []
  const unread: string[] = []
  const candidates = kinds.filter(
    (kind) => kind.isPreferred && kind.verbs.includes('list') && (kind.isNamespaced || namespace === ''),
  )
  const waiting = [...candidates]
  const search = async (): Promise<void> => {
    for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift()) {
      const one = kind
      const found = await readMetadata(api, resourcePath(kind, kind.isNamespaced ? namespace : ''), searched).catch(
        () => undefined,
      )
      if (found === undefined || found.length >= searched) unread.push(kind.resource)
      for (const item of found ?? []) if (ownersOf(item).length > 0) owned.push({ kind: one, object: item })
    }
  }
  await Promise.all([search(), search(), search(), search()])
  return { owners, dependents: dependentsOf(uid, owned), unread }
}

async function stateOf(
  api: ApiClient,
  kind: KindInfo,
  { reference, namespace }: { readonly reference: OwnerReference; readonly namespace: string },
): Promise<Owner['state']> {
  try {
    const owner = await api.read(resourcePath(kind, kind.isNamespaced ? namespace : '', reference.name))
    const metadata = typeof owner === 'object' && owner !== null && 'metadata' in owner ? owner.metadata : undefined
    return textOf(metadata, 'uid') === reference.uid ? 'exists' : 'other'
  } catch (error) {
    return error instanceof ApiError && error.code === 404 ? 'gone' : 'unknown'
  }
}

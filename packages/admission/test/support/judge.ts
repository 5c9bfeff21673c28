import type { Authorizer } from '@pinnace/authz'
import {
  cloneJson,
  freezeJson,
  kubernetesVocabulary,
  noMetrics,
  systemRandom,
  type ApiObject,
  type GroupResource,
  type Mutable,
} from '@pinnace/meta'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import {
  defaultExpressionEngine,
  type AdmissionAttributes,
  type AdmissionObjects,
  type BuiltInPlugin,
  type PluginContext,
} from '../../src/index.ts'
import { attributes } from './attributes.ts'

/** A stored object of a test, by its resource. */
export type Stored = GroupResource & { readonly object: ApiObject }

/** What a plugin stands before. */
export interface Situation extends Partial<PluginContext> {
  readonly stored?: readonly Stored[]
  /** The document of its configuration. */
  readonly configuration?: unknown
  readonly directory?: string
  readonly allows?: (attributes: Parameters<Authorizer>[0]) => boolean
}

/** What came of a request. */
export interface Verdict {
  /** As it would be stored. */
  // Tests read any shape of any object.
  // oxlint-disable-next-line no-explicit-any
  readonly object: any
  readonly warnings: readonly string[]
  readonly annotations: Readonly<Record<string, string>>
  /** Why it was refused; absent where it was not. */
  // oxlint-disable-next-line no-explicit-any
  readonly refusal: any
}

/** Puts requests before a plugin, one after the other. */
export interface Judge {
  readonly clock: FakeClock
  readonly objects: AdmissionObjects
  judge(over: Partial<AdmissionAttributes>): Promise<Verdict>
  /** Changes what is stored. */
  store(stored: Stored): void
}

/** A built-in plugin with what it needs around it: the spelling of the field, a fake clock, objects in memory. */
export async function judgeOf(plugin: BuiltInPlugin, situation: Situation = {}): Promise<Judge> {
  const { stored = [], configuration, directory = '.', allows = () => true, ...context } = situation
  const vocabulary = context.vocabulary ?? kubernetesVocabulary
  const clock = createFakeClock()
  const memory = createObjects(stored)
  const settings = await plugin.configure?.({ value: configuration, directory, vocabulary })
  const made = plugin.create(
    {
      vocabulary,
      clock,
      random: systemRandom,
      expressions: defaultExpressionEngine(vocabulary),
      objects: memory.objects,
      versions: {
        find: () => undefined,
        schema: () => undefined,
        equivalents: () => [],
        convert: (object) => object,
        read: (object) => object as Mutable<ApiObject>,
      },
      authorize: (asked) => ({ effect: allows(asked) ? 'allow' : 'noOpinion', reason: '' }),
      metrics: noMetrics,
      onError: (error) => {
        throw error
      },
      ...context,
    },
    settings,
  )
  return {
    clock,
    objects: memory.objects,
    store: memory.store,
    async judge(over) {
      const warnings: string[] = []
      const annotations: Record<string, string> = {}
      const asked = attributes({
        ...over,
        ...(over.object === undefined ? {} : { object: cloneJson(over.object) }),
        ...(over.oldObject === undefined ? {} : { oldObject: freezeJson(cloneJson(over.oldObject)) }),
        warn: (text) => void warnings.push(text),
        annotate: (key, value) => void (annotations[key] = value),
        isAudited: () => true,
      })
      let refusal: unknown
      const concerned =
        made.handles(asked.operation) &&
        (made.resources?.some(
          ({ group, resource }) => group === asked.resource.group && resource === asked.resource.resource,
        ) ??
          true)
      try {
        if (concerned) {
          await made.admit?.(asked)
          await made.validate?.(asked)
        }
      } catch (error) {
        refusal = error
      }
      return { object: asked.object, warnings, annotations, refusal }
    },
  }
}

function createObjects(stored: readonly Stored[]): { readonly objects: AdmissionObjects; store(stored: Stored): void } {
  const byKey = new Map<string, ApiObject>()
  const keyOf = ({ group, resource }: GroupResource, namespace: string, name: string): string =>
    `${resource}.${group}/${namespace}/${name}`
  const store = (one: Stored): void =>
    void byKey.set(
      keyOf(one, one.object.metadata.namespace ?? '', one.object.metadata.name ?? ''),
      freezeJson(cloneJson(one.object)),
    )
  for (const one of stored) store(one)
  return {
    store,
    objects: {
      get: <T extends ApiObject>(resource: GroupResource, namespace: string, name: string) =>
        byKey.get(keyOf(resource, namespace, name)) as T | undefined,
      list: <T extends ApiObject>(resource: GroupResource, namespace: string) =>
        [...byKey]
          .filter(([key]) =>
            key.startsWith(
              namespace === '' ? `${resource.resource}.${resource.group}/` : keyOf(resource, namespace, ''),
            ),
          )
          .map(([, object]) => object as T),
      async create(resource, object) {
        store({ ...resource, object })
      },
      async updateStatus(resource, namespace, name, change) {
        const key = keyOf(resource, namespace, name)
        const next = cloneJson(byKey.get(key)!) as Mutable<ApiObject>
        change(next)
        byKey.set(key, freezeJson(next) as ApiObject)
        return byKey.get(key)!
      },
    },
  }
}

import type { ResourceDefinition } from '@pinnace/resources'
import { defineResource, z } from '@pinnace/resources/define'
import { createConverter } from '@pinnace/versioning'

// One kind in two versions that differ in more than a name: a size as text against a number with its unit.

/** The hub. */
export const widgetV1: ReturnType<typeof widget> = widget('v1')

/** The hub, as a server declares it that still writes the older version, or the newer one already. */
export function widget(storageVersion: string) {
  return defineResource({
    group: 'example.dev',
    version: 'v1',
    kind: 'Widget',
    scope: 'Namespaced',
    schema: z.object({
      spec: z.object({
        size: z.int32().default(1),
        unit: z.string().default('mm'),
        color: z.string().optional(),
        replicas: z.int32().optional(),
      }),
      status: z.object({ ready: z.boolean().optional(), replicas: z.int32().optional() }).optional(),
    }),
    storageVersion,
    selectableFields: ['.spec.color'],
    columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
    subresources: {
      status: true,
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
  })
}

/** The older version of a hub. */
export function oldWidget(hub: typeof widgetV1, served = true) {
  return defineResource({
    group: 'example.dev',
    version: 'v1beta1',
    kind: 'Widget',
    scope: 'Namespaced',
    served,
    schema: z.object({
      spec: z.object({
        length: z.string().default('1mm'),
        colour: z.string().optional(),
        instances: z.int32().optional(),
      }),
      status: z.object({ ready: z.boolean().optional(), instances: z.int32().optional() }).optional(),
    }),
    selectableFields: ['.spec.colour'],
    columns: [{ name: 'Length', type: 'string', jsonPath: '.spec.length' }],
    subresources: {
      status: true,
      scale: { specReplicasPath: '.spec.instances', statusReplicasPath: '.status.instances' },
    },
    conversion: {
      hub,
      toHub: ({ spec: { length, colour, instances }, status }) => ({
        spec: {
          size: Number.parseInt(length, 10),
          unit: length.replace(/^-?[0-9]+/, ''),
          ...(colour === undefined ? {} : { color: colour }),
          ...(instances === undefined ? {} : { replicas: instances }),
        },
        ...(status === undefined ? {} : { status: rename(status, 'instances', 'replicas') }),
      }),
      fromHub: ({ spec: { size, unit, color, replicas }, status }) => ({
        spec: {
          length: `${size}${unit}`,
          ...(color === undefined ? {} : { colour: color }),
          ...(replicas === undefined ? {} : { instances: replicas }),
        },
        ...(status === undefined ? {} : { status: rename(status, 'replicas', 'instances') }),
      }),
    },
  })
}

function rename(fields: Readonly<Record<string, unknown>>, from: string, to: string): Record<string, never> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key === from ? to : key, value])) as never
}

/** A widget of either version as it stands in an answer. */
export interface Shown {
  readonly apiVersion: string
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly spec: { readonly length?: string; readonly size?: number }
}

/** The same versions, converted by one function for all of them that has to be waited for, as a webhook has. */
export function later(...versions: readonly ResourceDefinition<never>[]): readonly ResourceDefinition<never>[] {
  const converter = createConverter(versions as readonly unknown[] as readonly ResourceDefinition[])
  const convert: typeof converter.convert = async (objects, apiVersion) => {
    await Promise.resolve()
    return converter.convert(objects, apiVersion)
  }
  return versions.map((version) => ({ ...version, conversion: { convert } }))
}

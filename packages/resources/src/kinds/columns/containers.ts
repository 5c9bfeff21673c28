import type { ApiObject } from '@pinnace/meta'

import type { Column } from '../../definition.ts'
import type { PodTemplateSpec } from '../../types/core-v1-pods.ts'
import { column } from './metadata.ts'

/** The names of a template's containers. */
// upstream: printers/internalversion, layoutContainerCells
export function containersColumn<T extends ApiObject>(
  template: (object: T) => PodTemplateSpec | undefined,
  options: { readonly wide?: boolean } = {},
): Column<T> {
  return column<T>('Containers', (object) => joined(template(object), 'name'), options)
}

/** The images of a template's containers. */
export function imagesColumn<T extends ApiObject>(
  template: (object: T) => PodTemplateSpec | undefined,
  options: { readonly wide?: boolean } = {},
): Column<T> {
  return column<T>('Images', (object) => joined(template(object), 'image'), options)
}

function joined(template: PodTemplateSpec | undefined, field: 'name' | 'image'): string {
  return (template?.spec?.containers ?? []).map((container) => container[field] ?? '').join(',')
}

/** Labels as one text, `a=b,c=d`; `<none>` where there are none. */
// upstream: apimachinery/pkg/labels, FormatLabels
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',')
}

import type { ApiObject } from '@pinnace/meta'
import { type Column, column } from '@pinnace/resources'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'

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

import { isSemanticEqual, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeSpec } from '@pinnace/types/core-v1-volumes'
import type { NodeSelector, NodeSelectorTerm } from '@pinnace/types/core-v1-selectors'
import { volumeSourceNames } from './persistent-volume-sources.ts'
import { sentences } from '../../validation/messages.ts'
import { goDiff, goValue } from '../../go-values/go-value.ts'

/** What a persistent volume keeps: its source, its mode, its nodes, and a class once it has one. */
// upstream: core/validation, ValidatePersistentVolumeUpdate – mode and nodes are reported outside the spec.
export function validateVolumeChange(
  next: PersistentVolume,
  live: PersistentVolume,
  vocabulary: Vocabulary,
  errors: FieldErrors,
): void {
  const { spec = {} } = next
  const { spec: stored = {} } = live
  const before = sourceOf(stored)
  const after = sourceOf(withoutNewExpandSecret(spec, stored))
  if (!isSemanticEqual(after, before)) {
    const diff = goDiff('core.v1.PersistentVolumeSource', before, after)
    const detail = `spec.persistentvolumesource is immutable after creation\n${diff}`
    errors.forbidden('spec.persistentvolumesource', detail)
  }
  if (spec.volumeMode !== stored.volumeMode) errors.invalid('volumeMode', spec.volumeMode, sentences.immutable)
  if (stored.nodeAffinity && !keepsNodes(spec.nodeAffinity?.required, stored.nodeAffinity.required, vocabulary)) {
    const value = goValue('*core.v1.VolumeNodeAffinity', spec.nodeAffinity)
    errors.invalid('nodeAffinity', value, `${sentences.immutable}, except for updating from beta label to GA`)
  }
  if (stored.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    errors.forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')
  }
}

function sourceOf(spec: PersistentVolumeSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(volumeSourceNames.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]]])))
}

/** A secret to expand with may be named later. */
function withoutNewExpandSecret(next: PersistentVolumeSpec, live: PersistentVolumeSpec): PersistentVolumeSpec {
  if (!next.csi?.controllerExpandSecretRef || !live.csi || live.csi.controllerExpandSecretRef) return next
  const { controllerExpandSecretRef: _, ...csi } = next.csi
  return { ...next, csi }
}

// upstream: core/validation, validatePvNodeAffinity
function keepsNodes(next: NodeSelector | undefined, live: NodeSelector | undefined, vocabulary: Vocabulary): boolean {
  if (isSemanticEqual(next, live)) return true
  if (!next || !live) return false
  const successors = successorsOf(vocabulary)
  const terms = next.nodeSelectorTerms ?? []
  const stored = live.nodeSelectorTerms ?? []
  return (
    terms.length === stored.length && terms.every((term, index) => keepsTerm(term, stored[index] ?? {}, successors))
  )
}

/** The same term, but for labels called by their newer names. */
function keepsTerm(next: NodeSelectorTerm, live: NodeSelectorTerm, successors: ReadonlyMap<string, string>): boolean {
  const expressions = next.matchExpressions ?? []
  const stored = live.matchExpressions ?? []
  if (expressions.length !== stored.length || !isSemanticEqual(next.matchFields, live.matchFields)) return false
  return stored.every((expression, index) => {
    const changed = expressions[index]!
    const key = successors.get(expression.key) === changed.key ? changed.key : expression.key
    return isSemanticEqual({ ...expression, key }, changed)
  })
}

function successorsOf({ labelDomain }: Vocabulary): ReadonlyMap<string, string> {
  return new Map([
    [`failure-domain.beta.${labelDomain}/zone`, `topology.${labelDomain}/zone`],
    [`failure-domain.beta.${labelDomain}/region`, `topology.${labelDomain}/region`],
    [`beta.${labelDomain}/instance-type`, `node.${labelDomain}/instance-type`],
    [`beta.${labelDomain}/os`, `${labelDomain}/os`],
    [`beta.${labelDomain}/arch`, `${labelDomain}/arch`],
  ])
}

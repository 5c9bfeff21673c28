import { isQualifiedName, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import { nameIsDnsLabel, validateStandardFinalizer, column, columns } from '@pinnace/resources'
import type { Namespace } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { defaultPhase, keepAllButStatus, keepStatus } from '../status-subresource.ts'

/** Namespaces: a name label, a finalizer of the spec that holds them until they are empty, a phase. */
// upstream: registry/core/namespace/strategy.go and core/validation, ValidateNamespace…
export function namespace(vocabulary: Vocabulary): KindBehavior<Namespace> {
  const nameLabel = `${vocabulary.labelDomain}/metadata.name`
  const { product } = vocabulary

  function setNameLabel(next: Mutable<Namespace>): void {
    const { name } = next.metadata
    if (name === undefined || name === '') return
    if (next.metadata.labels?.[nameLabel] !== name)
      next.metadata.labels = { ...next.metadata.labels, [nameLabel]: name }
  }

  function validateFinalizers(next: Namespace, isIndexed: boolean, errors: FieldErrors): void {
    next.spec?.finalizers?.forEach((finalizer, index) => {
      const path = isIndexed ? `spec.finalizers[${index}]` : 'spec.finalizers'
      for (const message of isQualifiedName(finalizer)) errors.invalid(path, finalizer, message)
      validateStandardFinalizer(finalizer, product, path, errors)
    })
  }

  return {
    validateName: nameIsDnsLabel,
    strategy: {
      defaults(next: Mutable<Namespace>) {
        setNameLabel(next)
        defaultPhase(next, 'Active')
      },
      prepareForCreate(next) {
        next.status = { phase: 'Active' }
        const finalizers = next.spec?.finalizers ?? []
        if (!finalizers.includes(product)) next.spec = { ...next.spec, finalizers: [...finalizers, product] }
        // The name of a generateName is known only now.
        setNameLabel(next)
      },
      prepareForUpdate(next, live) {
        if (live.spec === undefined) delete next.spec
        else next.spec = live.spec as Mutable<Namespace>['spec'] & {}
        keepStatus(next, live)
      },
      validate: (next, errors) => validateFinalizers(next, false, errors),
      heldByFinalizers: (live) => (live.spec?.finalizers?.length ?? 0) > 0,
      deletesOnItsOwn: true,
      prepareForDelete(next) {
        next.status = { ...next.status, phase: 'Terminating' }
      },
    },
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          prepareForUpdate: keepAllButStatus,
          validateUpdate: (next, _, errors) => validatePhase(next, errors),
        },
      },
      finalize: {
        type: 'object',
        verbs: ['update'],
        ownedFields: ['spec'],
        strategy: {
          prepareForUpdate: keepStatus,
          validateUpdate: (next, _, errors) => validateFinalizers(next, true, errors),
          heldByFinalizers: (live) => (live.spec?.finalizers?.length ?? 0) > 0,
        },
      },
    },
    columns: columns<Namespace>(column('Status', (object) => object.status?.phase ?? '')),
    selectableFields: {
      'status.phase': (object) => object.status?.phase ?? '',
    },
  }
}

// upstream: core/validation, ValidateNamespaceStatusUpdate
function validatePhase({ metadata, status: { phase = '' } = {} }: Namespace, errors: FieldErrors): void {
  const isDeleting = metadata.deletionTimestamp !== undefined
  if (!isDeleting && phase !== 'Active') {
    errors.invalid('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")
  }
  if (isDeleting && phase !== 'Terminating') {
    errors.invalid('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")
  }
}

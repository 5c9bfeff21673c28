import { isDns1123Subdomain, isSemanticEqual, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeError,
} from '@pinnace/types/storage-v1'
import { volumeAttachmentColumns } from '../columns/storage.ts'
import { defaultVolumeSpec } from '../core/persistent-volumes/persistent-volume.ts'
import { validateVolumeSpec } from '../core/persistent-volumes/persistent-volume-validation.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { goValue } from '../go-values/go-value.ts'
import { inclusiveRange, reportEach, sentences } from '../validation/messages.ts'
import { validateDriverName } from '../core/pod-spec/volumes/network-volumes.ts'

const maxMetadataBytes = 256 * 1024
const maxMessageBytes = 1024
const maxErrorCode = 2 ** 31 - 1

/** Attachments: which volume belongs at which node. Only their status changes. */
// upstream: registry/storage/volumeattachment/strategy.go and storage/validation, ValidateVolumeAttachment
export function volumeAttachment(vocabulary: Vocabulary): KindBehavior<VolumeAttachment> {
  const rules = createPodRules(vocabulary)
  function validateUpdate(next: VolumeAttachment, live: VolumeAttachment, errors: FieldErrors): void {
    validateAttachment(next, rules, errors)
    if (!isSemanticEqual(next.spec, live.spec))
      errors.invalid('spec', goValue('storage.v1.VolumeAttachmentSpec', next.spec), sentences.immutable)
  }
  return {
    strategy: {
      defaults({ spec }) {
        if (spec.source.inlineVolumeSpec) defaultVolumeSpec(spec.source.inlineVolumeSpec)
      },
      validate: (next, errors) => validateAttachment(next, rules, errors),
      validateUpdate,
    },
    subresources: {
      status: { ...statusOnlySubresource, strategy: { ...statusOnlySubresource.strategy, validateUpdate } },
    },
    columns: volumeAttachmentColumns,
  }
}

function validateAttachment({ spec, status }: VolumeAttachment, rules: PodRules, errors: FieldErrors): void {
  validateSpec(spec, rules, errors)
  validateStatus(status, errors)
  const name = spec.source.persistentVolumeName
  if (name !== undefined) reportEach(errors, isDns1123Subdomain(name), 'spec.source.persistentVolumeName', name)
}

function validateSpec(
  { attacher, source, nodeName }: VolumeAttachmentSpec,
  rules: PodRules,
  errors: FieldErrors,
): void {
  validateDriverName(attacher, 'spec.attacher', errors)
  validateSource(source, rules, errors)
  reportEach(errors, isDns1123Subdomain(nodeName), 'spec.nodeName', nodeName)
}

const exactlyOne = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

function validateSource(source: VolumeAttachmentSource, rules: PodRules, errors: FieldErrors): void {
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = source
  if (inline && name !== undefined) errors.forbidden('spec.source', exactlyOne)
  else if (inline) {
    const place = { at: 'spec.source.inlineVolumeSpec', name: '', isInline: true }
    validateVolumeSpec(inline, rules, place, errors)
  } else if (name === undefined) errors.required('spec.source', exactlyOne)
  else if (name === '')
    errors.required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName')
}

function validateStatus(status: VolumeAttachmentStatus | undefined, errors: FieldErrors): void {
  const entries = Object.entries(status?.attachmentMetadata ?? {})
  let bytes = 0
  for (const [key, value] of entries) bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  if (bytes > maxMetadataBytes) errors.tooLong('status.attachmentMetadata', maxMetadataBytes)
  if (status?.attachError) validateError(status.attachError, 'status.attachError', errors)
  if (status?.detachError) validateError(status.detachError, 'status.detachError', errors)
}

function validateError({ message = '', errorCode }: VolumeError, at: string, errors: FieldErrors): void {
  if (Buffer.byteLength(message) > maxMessageBytes) errors.tooLong(`${at}.message`, maxMessageBytes)
  if (errorCode !== undefined && errorCode < 0) {
    errors.invalid(`${at}.errorCode`, errorCode, inclusiveRange(0, maxErrorCode))
  }
}

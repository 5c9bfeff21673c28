import { createHash } from 'node:crypto'
import { BoundedMap, isQualifiedName, setMember, type Awaitable, type Mutable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { messageOf } from '../../message-of.ts'
import { refusal } from '../../refusal.ts'
import { createBackendClient } from './backend-client.ts'
import { imageReview, imageReviewSpec, readImageReview, type ImageReviewStatus } from './image-review.ts'
import { readImagePolicySettings, type ImagePolicySettings } from './read-settings.ts'

// upstream: plugin/pkg/admission/imagepolicy/admission.go – as many; an answer of any length is cached there.
const maxCachedAnswers = 1024
const maxCachedAnswerBytes = 16 * 1024

/** Asks a backend whether the images of a pod may run. */
// upstream: plugin/pkg/admission/imagepolicy/admission.go
export const imagePolicyWebhook: BuiltInPlugin = {
  name: 'ImagePolicyWebhook',
  isDefault: false,
  configure: readImagePolicySettings,
  create({ vocabulary, clock, random, onError }, settings) {
    const { remote, retryBackoffMs, allowTtlMs, denyTtlMs, defaultAllow } = settings as ImagePolicySettings
    // By digest: a question can be as long as the annotations of a pod.
    const answers = new BoundedMap<string, ImageReviewStatus>({ maxEntries: maxCachedAnswers, clock })
    const backend = createBackendClient({ remote, retryBackoffMs, clock, random })
    const prefix = `imagepolicywebhook.image-policy.${vocabulary.groupDomain}/`
    const failedOpen = `alpha.image-policy.${vocabulary.groupDomain}/failed-open`

    const failed = (error: unknown, attributes: AdmissionAttributes): void => {
      onError(error, 'image policy webhook failed')
      if (!defaultAllow) throw refusal(attributes, messageOf(error))
      attributes.annotate(`${prefix}failed-open`, 'true')
      // In the validating phase: kube-apiserver stores this annotation with the pod, too.
      const { metadata } = attributes.object as Mutable<Pod>
      setMember((metadata.annotations ??= {}), failedOpen, 'true')
    }
    const decide = (status: ImageReviewStatus, attributes: AdmissionAttributes): void => {
      for (const [name, value] of status.auditAnnotations) {
        const key = `${prefix}${name}`
        if (isQualifiedName(key).length === 0) attributes.annotate(key, value)
      }
      if (status.allowed) return
      throw refusal(
        attributes,
        status.reason === ''
          ? 'one or more images rejected by webhook backend'
          : // upstream: spelled so there.
            `image policy webhook backend denied one or more images: ${status.reason}`,
      )
    }
    const ask = async (question: string, attributes: AdmissionAttributes): Promise<void> => {
      let status: ImageReviewStatus
      try {
        const answer = await backend.ask(imageReview(question, vocabulary), attributes)
        status = readImageReview(answer, vocabulary)
        if (answer.length <= maxCachedAnswerBytes)
          answers.set(digest(question), status, status.allowed ? allowTtlMs : denyTtlMs)
      } catch (error) {
        return failed(error, attributes)
      }
      decide(status, attributes)
    }

    return {
      name: 'ImagePolicyWebhook',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      validate(attributes): Awaitable<void> {
        const { subresource, namespace, object } = attributes
        if (subresource !== '' && subresource !== 'ephemeralcontainers') return
        const question = JSON.stringify(imageReviewSpec(object as Pod, namespace, subresource, vocabulary))
        const known = answers.get(digest(question))
        return known === undefined ? ask(question, attributes) : decide(known, attributes)
      },
      [Symbol.dispose]: () => backend[Symbol.dispose](),
    }
  },
}

function digest(question: string): string {
  return createHash('sha256').update(question).digest('base64')
}

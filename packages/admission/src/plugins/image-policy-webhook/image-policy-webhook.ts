import { isQualifiedName, setMember, type Awaitable, type Mutable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { messageOf } from '../../message-of.ts'
import { refusal } from '../../refusal.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createBackend } from './ask-backend.ts'
import { imageReview, imageReviewSpec, readImageReview, type ImageReviewStatus } from './image-review.ts'
import { readImagePolicySettings, type ImagePolicySettings } from './read-settings.ts'

/** Asks a service whether the images of a pod may run. */
// upstream: plugin/pkg/admission/imagepolicy/admission.go
export const imagePolicyWebhook: BuiltInPlugin = {
  name: 'ImagePolicyWebhook',
  isDefault: false,
  configure: readImagePolicySettings,
  create({ vocabulary, clock, random, onError }, settings) {
    const { remote, retryBackoffMs, allowTtlMs, denyTtlMs, defaultAllow } = settings as ImagePolicySettings
    const cache = createAnswerCache(clock)
    const backend = createBackend({ remote, retryBackoffMs, clock, random })
    const prefix = `imagepolicywebhook.image-policy.${vocabulary.groupDomain}/`
    const failedOpen = `alpha.image-policy.${vocabulary.groupDomain}/failed-open`

    const failed = (error: unknown, attributes: AdmissionAttributes): void => {
      onError(error, 'the image policy webhook was to decide about a pod')
      if (!defaultAllow) throw refusal(attributes, messageOf(error))
      attributes.annotate(`${prefix}failed-open`, 'true')
      // Here and not before: only now is it known, and the original stores it with the pod.
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
          : // The spelling is the original's.
            `image policy webook backend denied one or more images: ${status.reason}`,
      )
    }
    const ask = async (question: string, attributes: AdmissionAttributes): Promise<void> => {
      let status: ImageReviewStatus
      try {
        const answer = await backend.ask(imageReview(question, vocabulary), attributes)
        status = readImageReview(answer, vocabulary)
        cache.set(question, status, answer.length, status.allowed ? allowTtlMs : denyTtlMs)
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
        const known = cache.get(question)
        return known === undefined ? ask(question, attributes) : decide(known, attributes)
      },
      [Symbol.dispose]: () => backend[Symbol.dispose](),
    }
  },
}

import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { decodeReview } from '../../src/webhooks/decode-review.ts'

const decode = (text: string): Promise<unknown> => decodeReview(Buffer.from(text), 'v1', vocabulary)
const review = (more: object): string =>
  JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', ...more })
const shape = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

it('reads a review as JSON, as YAML and without its kind', async () => {
  const response = { uid: 'u', allowed: true }
  expect(await decode(review({ response }))).toMatchObject({ response })
  expect(await decode('response: { uid: u, allowed: true }')).toMatchObject({ response })
  expect(await decode('null')).toEqual({})
})

it.each([
  ['text', `couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type ${shape}`],
  ['[]', `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${shape}`],
  [
    review({ kind: 'Other' }),
    'no kind "Other" is registered for version "admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    review({ apiVersion: 'admission.k8s.io/v1beta1' }),
    'converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
  ],
  [
    review({ response: 'x' }),
    'json: cannot unmarshal string into Go struct field AdmissionReview.response of type v1.AdmissionResponse',
  ],
  [
    review({ response: { allowed: 'yes' } }),
    'json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
  ],
  [review({ response: { patch: 'no base64!' } }), 'illegal base64 data at input byte 2'],
])('refuses %s with the message of kube-apiserver', async (text, message) => {
  await expect(decode(text)).rejects.toThrow(message)
})

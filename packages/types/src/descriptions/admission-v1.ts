import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `admission/v1`. */
export const descriptions: TypeDescriptions = {
  'admission.v1.AdmissionRequest': {
    '': 'What a webhook is asked about.',
    uid: 'Identifies this call. The response repeats it.',
    kind: 'The kind of the object that is sent to the webhook.',
    resource: 'The resource that the webhook is registered for.',
    subResource: 'The subresource; empty for the resource itself.',
    requestKind: 'The kind in the original request. It differs from kind if the object was converted for the webhook.',
    requestResource:
      'The resource of the original request. It differs from resource if the object was converted for the webhook.',
    requestSubResource: 'The subresource of the original request.',
    name: 'The name of the object. Empty on create if the server generates it.',
    namespace: 'The namespace of the request, if it has one.',
    operation: 'CREATE, UPDATE, DELETE or CONNECT.',
    userInfo: 'Who makes the request.',
    object: 'The object as it would be stored. Absent for DELETE.',
    oldObject: 'The object as it is stored. Only for UPDATE and DELETE.',
    dryRun: 'Whether nothing will be stored. The webhook must then change nothing elsewhere.',
    options: 'The options of the operation, such as CreateOptions.',
  },
  'admission.v1.AdmissionResponse': {
    '': 'What a webhook answers.',
    uid: 'The uid of the request.',
    allowed: 'Whether the request may go on.',
    status: 'What to tell the client if it may not.',
    patch: 'Changes to the object, in base64. Only from webhooks that may change objects.',
    patchType: 'The format of the patch: JSONPatch.',
    auditAnnotations: 'Annotations for the audit event. The name of the webhook is put before each key.',
    warnings: 'Warnings for the client, short and without a prefix of their own.',
  },
  'admission.v1.AdmissionReview': {
    '': 'A call of a webhook: sent with a request, returned with a response.',
    request: 'What is asked.',
    response: 'What is answered.',
  },
}

import type { Case, Step } from './case.ts'

const root = '/apis/admissionregistration.k8s.io/v1'

/** What a webhook can answer, well and badly, and what becomes of the request. */
export function webhookReviews(namespace: string, prefix: string): Case[] {
  return (['v1', 'v1beta1'] as const).flatMap((version) => [
    reviews({ namespace, prefix, version, isMutating: false }),
    reviews({ namespace, prefix, version, isMutating: true }),
  ])
}

interface Subject {
  readonly namespace: string
  readonly prefix: string
  readonly version: 'v1' | 'v1beta1'
  readonly isMutating: boolean
}

function reviews({ namespace, prefix, version, isMutating }: Subject): Case {
  const resource = isMutating ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations'
  const label = `${version}-${isMutating ? 'mutating' : 'validating'}`
  const name = `${prefix}-${label}`
  const webhook = (answer: string, more: object, status = 200): object => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: isMutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name: 'judge.example.com',
        clientConfig: {
          url: `{{webhook}}/admit/x${Buffer.from(answer).toString('base64url')}/${status}`,
          caBundle: '{{ca}}',
        },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        objectSelector: { matchLabels: { judge: label } },
        sideEffects: 'None',
        admissionReviewVersions: [version],
        ...more,
      },
    ],
  })
  const ask: Step = {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`,
    body: { metadata: { name: 'c', labels: { judge: label } }, data: { a: 'b' } },
    afterMs: 700,
  }
  const steps = answersOf(version).flatMap((answer): Step[] => {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return [{ method: 'PATCH', path: `${root}/${resource}/${name}`, body: webhook(text, {}), silent: true }, ask]
  })
  return {
    name: `webhook answers ${label}`,
    kind: 'webhooks',
    steps: [
      { method: 'POST', path: `${root}/${resource}`, body: webhook('{}', {}), silent: true },
      ...steps,
      ...[404, 500, 301].flatMap((status): Step[] => [
        { method: 'PATCH', path: `${root}/${resource}/${name}`, body: webhook('broken', {}, status), silent: true },
        ask,
      ]),
      {
        method: 'PATCH',
        path: `${root}/${resource}/${name}`,
        body: webhook('{}', { failurePolicy: 'Ignore' }),
        silent: true,
      },
      ask,
      { method: 'DELETE', path: `${root}/${resource}/${name}`, silent: true },
    ],
  }
}

function answersOf(version: string): readonly (object | string)[] {
  const review = (response: unknown, more: object = {}): object => ({
    apiVersion: `admission.k8s.io/${version}`,
    kind: 'AdmissionReview',
    response,
    ...more,
  })
  const allowed = { uid: 'UID', allowed: true }
  const denied = (status?: object): object => review({ uid: 'UID', allowed: false, status })
  const patch = (operations: unknown, more: object = { patchType: 'JSONPatch' }): object =>
    review({ ...allowed, patch: Buffer.from(JSON.stringify(operations)).toString('base64'), ...more })
  const add = [{ op: 'add', path: '/data/c', value: 'd' }]
  const other = version === 'v1' ? 'v1beta1' : 'v1'
  return [
    review(allowed),
    review({ ...allowed, uid: 'other' }),
    review({ allowed: true }),
    review(allowed, { kind: 'Other' }),
    review(allowed, { apiVersion: `admission.k8s.io/${other}` }),
    review(allowed, { apiVersion: 'admission.k8s.io/v9' }),
    review(allowed, { apiVersion: undefined, kind: undefined }),
    review(undefined),
    review({}),
    review('x'),
    review({ ...allowed, allowed: 'yes' }),
    '',
    'no JSON',
    '[]',
    'null',
    review({ ...allowed, warnings: ['careful', '', 'x'.repeat(300)] }),
    review({ ...allowed, auditAnnotations: { a: 'b', 'bad key': 'x' } }),
    denied(),
    denied({}),
    denied({ message: 'not this' }),
    denied({ message: 'not this', reason: 'Conflict' }),
    denied({ message: 'not this', code: 409 }),
    denied({ message: 'not this', code: 200 }),
    denied({ message: 'not this', code: 700 }),
    denied({ status: 'custom', reason: 'NotFound', code: 404, details: { name: 'x', causes: [{ message: 'y' }] } }),
    denied({ status: 'Success', message: 'fine', metadata: { resourceVersion: '5' } }),
    patch(add),
    patch(add, {}),
    patch(add, { patchType: 'Other' }),
    patch(add, { patchType: '' }),
    patch([]),
    patch({ a: 1 }),
    patch([{ op: 'nope', path: '/data' }]),
    patch([{ op: 'remove', path: '/data/none' }]),
    patch([{ op: 'test', path: '/data/a', value: 'x' }]),
    patch([{ op: 'add', path: '/nope', value: 1 }]),
    patch([{ op: 'replace', path: '/data', value: 'x' }]),
    patch([{ op: 'replace', path: '/metadata/name', value: 'other' }]),
    patch([{ op: 'replace', path: '/kind', value: 'Secret' }]),
    patch([{ op: 'replace', path: '', value: { a: 1 } }]),
    review({ ...allowed, patch: 'no base64!', patchType: 'JSONPatch' }),
    review({ ...allowed, patchType: 'JSONPatch' }),
    review({ uid: 'UID', allowed: false, patch: 'W10=', patchType: 'JSONPatch' }),
  ]
}

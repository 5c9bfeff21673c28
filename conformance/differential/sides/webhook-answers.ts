/** What the webhook of the judge answers. */
export interface WebhookAnswer {
  readonly status: number
  readonly body: string
}

interface Converted {
  readonly apiVersion: string
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name?: string }
  readonly spec?: Readonly<Record<string, unknown>>
}

interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Converted[] }
  readonly spec?: { readonly containers?: readonly { readonly image: string }[] }
}

/** Answers a review: the path says how. */
export function answerWebhook(url: string, text: string): WebhookAnswer {
  const review = JSON.parse(text) as Review
  const { pathname: path } = new URL(url, 'https://127.0.0.1')
  if (path.startsWith('/images')) return reviewImages(review)
  if (path.startsWith('/admit/')) return admit(review, path)
  const mode = path.split('/')[2] ?? ''
  if (mode === 'fails') return { status: 500, body: 'the webhook is broken' }
  if (mode === 'text') return { status: 200, body: 'no JSON' }
  return { status: 200, body: JSON.stringify(convertAll(review, mode)) }
}

/** Answers as the path says, base64url; `UID` stands for the uid of the request. */
function admit({ request }: Review, path: string): WebhookAnswer {
  const text = Buffer.from((path.split('/')[2] ?? '').slice(1), 'base64url').toString()
  return { status: Number(path.split('/')[3] ?? 200), body: text.replaceAll('UID', request.uid) }
}

/** Refuses images with `bad` in their name. */
function reviewImages(review: Review): WebhookAnswer {
  const bad = review.spec?.containers?.find(({ image }) => image.includes('bad'))
  const status = bad === undefined ? { allowed: true } : { allowed: false, reason: `image ${bad.image} is not trusted` }
  return { status: 200, body: JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, status }) }
}

/** The members of the answer that a mode changes. */
const faults: Readonly<Record<string, (converted: readonly Converted[]) => object>> = {
  refuses: () => ({ result: { status: 'Failure', message: 'this object cannot be converted' }, convertedObjects: [] }),
  mute: () => ({ result: { status: 'Failure' }, convertedObjects: [] }),
  uid: () => ({ uid: 'other' }),
  fewer: (converted) => ({ convertedObjects: converted.slice(1) }),
  more: (converted) => ({ convertedObjects: [...converted, ...converted] }),
  renames: (converted) => withMetadata(converted, { name: 'other' }),
  moves: (converted) => withMetadata(converted, { namespace: 'other' }),
  reidentifies: (converted) => withMetadata(converted, { uid: 'other' }),
  labels: (converted) => withMetadata(converted, { labels: { converted: 'yes' }, annotations: { from: 'webhook' } }),
  'bad-labels': (converted) => withMetadata(converted, { labels: { 'bad key': 'x' } }),
  finalizes: (converted) => withMetadata(converted, { finalizers: ['example.com/f'] }),
  unconverted: (converted) => ({
    convertedObjects: converted.map((one) => ({ ...one, apiVersion: 'other.example.com/v9' })),
  }),
  kinds: (converted) => ({ convertedObjects: converted.map((one) => ({ ...one, kind: 'Other' })) }),
}

function convertAll({ apiVersion, kind, request }: Review, mode: string): object {
  const version = request.desiredAPIVersion
  const converted = request.objects.map((object) => convert(object, version))
  const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects: converted }
  return { apiVersion, kind, response: { ...response, ...faults[mode]?.(converted) } }
}

function withMetadata(converted: readonly Converted[], metadata: object): object {
  return { convertedObjects: converted.map((one) => ({ ...one, metadata: { ...one.metadata, ...metadata } })) }
}

/** `spec.hostPort` of v1 is `spec.host` and `spec.port` of v2; v1 has no `spec.size`. */
function convert(object: Converted, version: string): Converted {
  if (object.apiVersion === version) return object
  if (object.spec === undefined) return { ...object, apiVersion: version }
  const { hostPort, host, port, size: _size, ...spec } = object.spec
  const hasHost = host !== undefined || port !== undefined
  const parts = typeof hostPort === 'string' ? hostPort.split(':') : []
  const own = version.endsWith('/v1')
    ? hasHost && { hostPort: `${String(host ?? '')}:${String(port ?? '')}` }
    : { ...(parts[0] ? { host: parts[0] } : {}), ...(parts[1] ? { port: parts[1] } : {}) }
  return { ...object, apiVersion: version, spec: { ...spec, ...own } }
}

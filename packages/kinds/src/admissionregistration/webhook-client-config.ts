import { isDns1123Subdomain, isPortNumber, type FieldErrors } from '@pinnace/meta'
import type { ServiceReference, WebhookClientConfig } from '@pinnace/types/admissionregistration-v1'
import { parseWebhookUrl } from './parse-webhook-url.ts'

const form = '; desired format: https://host[/path]'

/** Where a webhook is reached: at a URL or behind a service, and not both. */
// upstream: admissionregistration/validation, validateValidatingWebhook
export function validateWebhookClient(client: WebhookClientConfig, at: string, errors: FieldErrors): void {
  const { url, service } = client
  if ((url === undefined) === (service === undefined)) {
    errors.required(at, 'exactly one of url or service is required')
  } else if (url !== undefined) {
    validateUrl(url, `${at}.url`, errors)
  } else if (service !== undefined) {
    validateService(service, `${at}.service`, errors)
  }
}

// upstream: apiserver/pkg/util/webhook, ValidateWebhookURL
function validateUrl(text: string, field: string, errors: FieldErrors): void {
  const url = parseWebhookUrl(text)
  if (typeof url === 'string') return errors.required(field, `url must be a valid URL: ${url}${form}`)
  if (url.scheme !== 'https') errors.invalid(field, url.scheme, `'https' is the only allowed URL scheme${form}`)
  if (url.host === '') errors.invalid(field, '', `host must be specified${form}`)
  if (url.user !== undefined) errors.invalid(field, url.user, 'user information is not permitted in the URL')
  if (url.fragment !== '') errors.invalid(field, url.fragment, 'fragments are not permitted in the URL')
  if (url.query !== '') errors.invalid(field, url.query, 'query parameters are not permitted in the URL')
  return undefined
}

// upstream: apiserver/pkg/util/webhook, ValidateWebhookService – called there with name and namespace exchanged, so that
// a missing name is reported as a missing namespace, and clients know it so.
function validateService(service: ServiceReference, at: string, errors: FieldErrors): void {
  const { name, namespace, port = 443, path } = service
  if (namespace === '') errors.required(`${at}.name`)
  if (name === '') errors.required(`${at}.namespace`)
  const problems = isPortNumber(port)
  if (problems.length > 0) errors.invalid(`${at}.port`, port, `port is not valid: ${problems.join(', ')}`)
  if (path !== undefined) validatePath(path, `${at}.path`, errors)
}

function validatePath(path: string, field: string, errors: FieldErrors): void {
  if (path === '/' || path === '') return
  if (path === '//') return errors.invalid(field, path, 'segment[0] may not be empty')
  if (!path.startsWith('/')) errors.invalid(field, path, "must start with a '/'")
  const steps = path.slice(1, path.length > 1 && path.endsWith('/') ? -1 : undefined).split('/')
  steps.forEach((step, index) => {
    if (step === '') return errors.invalid(field, path, `segment[${index}] may not be empty`)
    for (const message of isDns1123Subdomain(step)) errors.invalid(field, path, `segment[${index}]: ${message}`)
    return undefined
  })
  return undefined
}

import { isDns1035Label, type FieldErrors } from '@pinnace/meta'
import { isBadBundle } from '@pinnace/resources/custom-resource'
import type { CustomResourceConversion } from '@pinnace/types/apiextensions-v1'
import { validateWebhookClient } from '../admissionregistration/webhook-client-config.ts'

/** Versions of ConversionReview that the server speaks. */
const conversionReviewVersions: readonly string[] = ['v1', 'v1beta1']

/** What an update may keep of what it found. */
export interface ConversionRules {
  /** One of the versions must be one the server speaks. */
  readonly needsKnownVersion: boolean
  /** A bundle that holds no certificate is let be. */
  readonly allowsBadBundle: boolean
}

/** Adds what is wrong with how versions are converted. */
// upstream: apiextensions/validation, validateCustomResourceConversion – the fields are called as they once were
export function validateConversion(
  conversion: CustomResourceConversion | undefined,
  at: string,
  rules: ConversionRules,
  errors: FieldErrors,
): void {
  if (conversion === undefined) return
  const { strategy, webhook } = conversion
  const client = webhook?.clientConfig
  const versions = webhook?.conversionReviewVersions ?? []
  if (strategy === '') errors.required(`${at}.strategy`)
  else if (strategy !== 'None' && strategy !== 'Webhook') {
    errors.notSupported(`${at}.strategy`, strategy, ['None', 'Webhook'])
  }
  if (strategy !== 'Webhook') {
    const reason = 'should not be set when strategy is not set to Webhook'
    if (client !== undefined) errors.forbidden(`${at}.webhookClientConfig`, reason)
    if (versions.length > 0) errors.forbidden(`${at}.conversionReviewVersions`, reason)
    return
  }
  const clientAt = `${at}.webhookClientConfig`
  if (client === undefined) errors.required(clientAt, 'required when strategy is set to Webhook')
  else {
    validateWebhookClient(client, clientAt, errors)
    if (!rules.allowsBadBundle && isBadBundle(client)) {
      errors.invalid(
        `${clientAt}.caBundle`,
        client.caBundle,
        'unable to load root certificates: unable to parse bytes as PEM block',
      )
    }
  }
  validateReviewVersions(versions, `${at}.conversionReviewVersions`, rules.needsKnownVersion, errors)
}

function validateReviewVersions(versions: readonly string[], at: string, isStrict: boolean, errors: FieldErrors): void {
  if (versions.length === 0) {
    errors.required(at)
    return
  }
  const seen = new Set<string>()
  for (const [index, version] of versions.entries()) {
    if (seen.has(version)) errors.invalid(`${at}[${index}]`, version, 'duplicate version')
    else for (const problem of isDns1035Label(version)) errors.invalid(`${at}[${index}]`, version, problem)
    seen.add(version)
  }
  if (isStrict && !hasKnownVersion(versions)) {
    errors.invalid(at, versions, `must include at least one of ${conversionReviewVersions.join(', ')}`)
  }
}

/** Whether any of the versions is one that the server speaks. */
export function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.some((version) => conversionReviewVersions.includes(version))
}

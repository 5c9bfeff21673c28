import type { Program } from '@pinnace/cel'
import { isDns1123Subdomain, isDomainPrefixedPath, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { ClaimMappings, PrefixedClaim } from './authentication-configuration.ts'
import { selectsClaim, type ClaimExpressions } from './claim-expressions.ts'

/** Where an attribute comes from. */
export type AttributeSource =
  | { readonly claim: string; readonly prefix: string; readonly program?: undefined }
  | { readonly program: Program; readonly claim?: undefined }

/** Compiled claim mappings. */
export interface CompiledMappings {
  readonly username: AttributeSource | undefined
  readonly groups: AttributeSource | undefined
  readonly uid: AttributeSource | undefined
  readonly extra: readonly { readonly key: string; readonly program: Program }[]
}

/** What the compilation of mappings needs. */
export interface MappingContext {
  readonly errors: FieldErrors
  readonly expressions: ClaimExpressions
  readonly vocabulary: Vocabulary
  /** Whether a validation rule reads `claims.email_verified`. */
  readonly rulesReadVerified: boolean
}

/** Validates and compiles claim mappings at `path`. */
// upstream: apiserver/pkg/apis/apiserver/validation, validateClaimMappings
export function compileClaimMappings(mappings: ClaimMappings, path: string, context: MappingContext): CompiledMappings {
  const { errors, rulesReadVerified } = context
  const username = compileSource(mappings.username ?? {}, `${path}.username`, { ...context, isRequired: true })
  const groups = compileSource(mappings.groups ?? {}, `${path}.groups`, { ...context, isRequired: false })
  const uid = compileUid(mappings.uid ?? {}, `${path}.uid`, context)
  const extra = compileExtra(mappings, `${path}.extra`, context)
  const name = username?.program
  if (name !== undefined && selectsClaim(name, 'email')) {
    const readsVerified = rulesReadVerified || [name, ...extra.map(({ program }) => program)].some(readsEmailVerified)
    if (!readsVerified) errors.invalid(`${path}.username.expression`, name.expression, unverifiedEmail)
  }
  return { username, groups, uid, extra }
}

/** Whether an expression reads `claims.email_verified`. */
export function readsEmailVerified(program: Program): boolean {
  return selectsClaim(program, 'email_verified')
}

const unverifiedEmail =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'
const bothSet = "claim and expression can't both be set"

// upstream: validatePrefixClaimOrExpression
function compileSource(
  { claim = '', expression = '', prefix }: PrefixedClaim,
  path: string,
  { errors, expressions, isRequired }: MappingContext & { readonly isRequired: boolean },
): AttributeSource | undefined {
  if (claim !== '' && expression !== '') {
    errors.invalid(path, '', bothSet)
    return undefined
  }
  if (expression !== '') {
    if (prefix !== undefined) {
      errors.invalid(`${path}.prefix`, prefix, 'may not be specified when expression is set')
    }
    return programSource(expressions.claims(expression, `${path}.expression`, errors))
  }
  if (claim === '') {
    if (isRequired) errors.required(path, 'claim or expression is required')
    return undefined
  }
  if (prefix === undefined) {
    const hint = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing'
    errors.required(`${path}.prefix`, hint)
  }
  return { claim, prefix: prefix ?? '' }
}

function compileUid(
  { claim = '', expression = '' }: Pick<PrefixedClaim, 'claim' | 'expression'>,
  path: string,
  { errors, expressions }: MappingContext,
): AttributeSource | undefined {
  if (claim !== '' && expression !== '') {
    errors.invalid(path, '', bothSet)
    return undefined
  }
  if (expression !== '') return programSource(expressions.claims(expression, `${path}.expression`, errors))
  return claim === '' ? undefined : { claim, prefix: '' }
}

function programSource(program: Program | undefined): AttributeSource | undefined {
  return program === undefined ? undefined : { program }
}

function compileExtra(
  { extra = [] }: ClaimMappings,
  path: string,
  { errors, expressions, vocabulary }: MappingContext,
): CompiledMappings['extra'] {
  const compiled: { key: string; program: Program }[] = []
  const seen = new Set<string>()
  for (const [index, { key = '', valueExpression = '' }] of extra.entries()) {
    const field = `${path}[${index}].key`
    validateKey(key, field, { errors, vocabulary })
    if (seen.has(key)) {
      errors.duplicate(field, key)
      continue
    }
    seen.add(key)
    const at = `${path}[${index}].valueExpression`
    if (valueExpression === '') errors.required(at)
    else {
      const program = expressions.claims(valueExpression, at, errors)
      if (program !== undefined) compiled.push({ key, program })
    }
  }
  return compiled
}

// upstream: apimachinery/pkg/util/validation, IsDomainPrefixedPath – errors show the part that they are about.
function validateKey(
  key: string,
  field: string,
  { errors, vocabulary }: Pick<MappingContext, 'errors' | 'vocabulary'>,
): void {
  const slash = key.indexOf('/')
  const domain = key.slice(0, Math.max(0, slash))
  if (key === '') errors.required(field)
  else {
    const aboutDomain = new Set(slash > 0 && slash < key.length - 1 ? isDns1123Subdomain(domain) : [])
    for (const message of isDomainPrefixedPath(key)) {
      const isWhole = slash <= 0 || slash === key.length - 1
      const shown = isWhole ? key : aboutDomain.has(message) ? domain : key.slice(slash + 1)
      errors.invalid(field, shown, message)
    }
  }
  if (key !== key.toLowerCase()) errors.invalid(field, key, 'must be lowercase')
  if (isReserved(domain, vocabulary)) {
    const { groupDomain, labelDomain, product } = vocabulary
    const domains = [...new Set([groupDomain, labelDomain])].join(', ')
    const owner = `${product.charAt(0).toUpperCase()}${product.slice(1)}`
    errors.invalid(field, key, `${domains} and their subdomains are reserved for ${owner} use`)
  }
}

function isReserved(domain: string, { groupDomain, labelDomain }: Vocabulary): boolean {
  return [groupDomain, labelDomain].some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`))
}

import type { Program } from '@pinnace/cel'
import { FieldErrors, formatFieldErrors, type Vocabulary } from '@pinnace/meta'
import type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  IssuerConfiguration,
  JwtConfiguration,
} from './authentication-configuration.ts'
import { createClaimExpressions, type ClaimExpressions } from './claim-expressions.ts'
import { compileClaimMappings, readsEmailVerified, type CompiledMappings } from './compile-claim-mappings.ts'
import { validateIssuer } from './validate-issuer.ts'

/** A rule with the message for the log. */
export interface CompiledRule {
  readonly program: Program
  readonly message: string
}

/** A validated issuer with its compiled expressions. */
export interface CompiledJwt {
  readonly issuer: IssuerConfiguration
  readonly mappings: CompiledMappings
  readonly requiredClaims: ReadonlyMap<string, string>
  readonly claimRules: readonly CompiledRule[]
  readonly userRules: readonly CompiledRule[]
}

/** A validated configuration. */
export interface CompiledAuthentication {
  readonly jwt: readonly CompiledJwt[]
  readonly anonymous: AnonymousConfiguration | undefined
}

/** Settings of {@link compileAuthenticationConfiguration}. */
export interface CompileAuthenticationOptions {
  readonly vocabulary: Vocabulary
  /** Issuers that must not be configured: those of the tokens of service accounts. */
  readonly disallowedIssuers: readonly string[]
  /** The anonymous configuration that the server was started with, which must not change. @default any is accepted */
  readonly initialAnonymous?: { readonly value: AnonymousConfiguration | undefined }
}

const maxIssuers = 64

/** Validates a configuration and compiles its expressions. Throws a TypeError with the message of kube-apiserver. */
// upstream: apiserver/pkg/apis/apiserver/validation, ValidateAuthenticationConfiguration
export function compileAuthenticationConfiguration(
  { jwt = [], anonymous }: AuthenticationConfiguration,
  { vocabulary, disallowedIssuers, initialAnonymous }: CompileAuthenticationOptions,
): CompiledAuthentication {
  const errors = new FieldErrors()
  const context = { errors, vocabulary, disallowed: disallowedIssuers, expressions: createClaimExpressions(vocabulary) }
  if (jwt.length > maxIssuers) {
    errors.tooMany('jwt', jwt.length, maxIssuers)
    refuse(errors)
  }
  const issuers = new Set<string>()
  const discoveryUrls = new Set<string>()
  const compiled = jwt.map((configuration, index) => {
    const one = compileJwt(configuration, `jwt[${index}]`, context)
    const { url = '', discoveryURL = '' } = one.issuer
    if (issuers.has(url)) errors.duplicate(`jwt[${index}].issuer.url`, url)
    if (discoveryURL !== '' && discoveryUrls.has(discoveryURL)) {
      errors.duplicate(`jwt[${index}].issuer.discoveryURL`, discoveryURL)
    }
    issuers.add(url)
    discoveryUrls.add(discoveryURL)
    return one
  })
  const { enabled = false, conditions = [] } = anonymous ?? {}
  if (!enabled && conditions.length > 0) {
    const shown = conditions.map(({ path = '' }) => ({ Path: path }))
    errors.invalid('anonymous.conditions', shown, 'enabled should be set to true when conditions are defined')
  }
  if (initialAnonymous !== undefined && !isSameAnonymous(initialAnonymous.value, anonymous)) {
    errors.forbidden('anonymous', 'changed from initial configuration file')
  }
  refuse(errors)
  return { jwt: compiled, anonymous }
}

function refuse(errors: FieldErrors): void {
  if (!errors.isEmpty) throw new TypeError(formatFieldErrors(errors.list))
}

function isSameAnonymous(a: AnonymousConfiguration | undefined, b: AnonymousConfiguration | undefined): boolean {
  return JSON.stringify(pathsOf(a)) === JSON.stringify(pathsOf(b))
}

function pathsOf(anonymous: AnonymousConfiguration | undefined): unknown {
  return anonymous && [anonymous.enabled ?? false, ...(anonymous.conditions ?? []).map(({ path = '' }) => path)]
}

interface CompileContext {
  readonly errors: FieldErrors
  readonly vocabulary: Vocabulary
  readonly disallowed: readonly string[]
  readonly expressions: ClaimExpressions
}

function compileJwt(configuration: JwtConfiguration, path: string, context: CompileContext): CompiledJwt {
  const { issuer = {}, claimMappings = {} } = configuration
  validateIssuer(issuer, `${path}.issuer`, context)
  const { rules, requiredClaims } = compileClaimRules(configuration, `${path}.claimValidationRules`, context)
  const mappings = compileClaimMappings(claimMappings, `${path}.claimMappings`, {
    ...context,
    rulesReadVerified: rules.some(({ program }) => readsEmailVerified(program)),
  })
  const userRules = compileUserRules(configuration, `${path}.userValidationRules`, context)
  return { issuer, mappings, requiredClaims, claimRules: rules, userRules }
}

// upstream: validateClaimValidationRules
function compileClaimRules(
  { claimValidationRules = [] }: JwtConfiguration,
  path: string,
  { errors, expressions }: CompileContext,
): { readonly rules: readonly CompiledRule[]; readonly requiredClaims: ReadonlyMap<string, string> } {
  const rules: CompiledRule[] = []
  const requiredClaims = new Map<string, string>()
  const seen = new Set<string>()
  for (const [index, rule] of claimValidationRules.entries()) {
    const at = `${path}[${index}]`
    const { claim = '', requiredValue = '', expression = '', message = '' } = rule
    if (claim !== '' && expression !== '') errors.invalid(at, claim, "claim and expression can't both be set")
    else if (claim !== '') {
      if (message !== '') errors.invalid(`${at}.message`, message, 'may not be specified when claim is set')
      if (requiredClaims.has(claim)) errors.duplicate(`${at}.claim`, claim)
      requiredClaims.set(claim, requiredValue)
    } else if (expression === '') errors.required(at, 'claim or expression is required')
    else {
      if (requiredValue !== '') {
        errors.invalid(`${at}.requiredValue`, requiredValue, 'may not be specified when expression is set')
      }
      if (seen.has(expression)) {
        errors.duplicate(`${at}.expression`, expression)
        continue
      }
      seen.add(expression)
      const program = expressions.claimRule(expression, `${at}.expression`, errors)
      if (program !== undefined) rules.push({ program, message })
    }
  }
  return { rules, requiredClaims }
}

// upstream: validateUserValidationRules
function compileUserRules(
  { userValidationRules = [] }: JwtConfiguration,
  path: string,
  { errors, expressions }: CompileContext,
): readonly CompiledRule[] {
  const rules: CompiledRule[] = []
  const seen = new Set<string>()
  for (const [index, { expression = '', message = '' }] of userValidationRules.entries()) {
    const field = `${path}[${index}].expression`
    if (expression === '') errors.required(field)
    else if (seen.has(expression)) errors.duplicate(field, expression)
    else {
      seen.add(expression)
      const program = expressions.userRule(expression, field, errors)
      if (program !== undefined) rules.push({ program, message })
    }
  }
  return rules
}

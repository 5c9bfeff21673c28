import {
  anyType,
  bindings,
  boolType,
  CelCompileError,
  CelError,
  compatibilityVersion,
  createEnvironment,
  declareStruct,
  durationLiterals,
  estimateCost,
  homogeneousLiterals,
  kubernetesEstimates,
  kubernetesLibraries,
  mapType,
  quantityType,
  regexLiterals,
  stringType,
  structType,
  timestampLiterals,
  type CheckedAst,
  type CostRange,
  type Environment,
  type Program,
} from '@pinnace/cel'
import type { FieldErrors } from '@pinnace/meta'

/** The newest release. Stored expressions may use its functions. */
export const newestRelease = '1.36'
/** What the evaluation of an expression may cost. */
export const maxCost = 1_000_000

/**
 * Adds what is wrong with an expression that selects devices. One that is stored already may use every function, others
 * those of the compatible release.
 */
export type ValidateDeviceExpression = (
  expression: string,
  field: string,
  errors: FieldErrors,
  isStored: boolean,
) => void

/** Options for {@link createDeviceExpressions}. */
export interface DeviceExpressionOptions {
  /** Precedes the names of types. */
  readonly product: string
  /** The release whose functions new expressions may use. @default the one before the newest */
  readonly compatibleRelease?: string | undefined
}

/** Compiles expressions over the variable `device`. */
// upstream: dynamic-resource-allocation/cel/compile.go
export function createDeviceExpressions({
  product,
  compatibleRelease = compatibilityVersion(newestRelease),
}: DeviceExpressionOptions): ValidateDeviceExpression {
  const all = createDeviceEnvironment(product, newestRelease)
  const fresh = createDeviceEnvironment(product, compatibleRelease)
  return (expression, field, errors, isStored) => {
    try {
      const program = (isStored ? all : fresh).compile(expression)
      if (!isCondition(program)) errors.invalid(field, expression, wrongType(program))
      else if (costOf(program) > maxCost) errors.forbidden(field, 'too complex, exceeds cost limit')
    } catch (error) {
      if (error instanceof CelCompileError) errors.invalid(field, expression, `compilation failed: ${error.message}`)
      else if (error instanceof CelError) errors.internal(field, `program instantiation failed: ${error.message}`)
      else throw error
    }
  }
}

/** The environment of expressions over the variable `device`, with the functions of a release. */
export function createDeviceEnvironment(product: string, release: string): Environment {
  const name = `${product}.DRADevice`
  return createEnvironment({
    libraries: [...kubernetesLibraries(release), bindings()],
    variables: { device: structType(name) },
    structs: [
      declareStruct(name, {
        driver: stringType,
        attributes: mapType(stringType, mapType(stringType, anyType)),
        capacity: mapType(stringType, mapType(stringType, quantityType)),
        allowMultipleAllocations: boolType,
      }),
    ],
    validators: [durationLiterals, timestampLiterals, regexLiterals, homogeneousLiterals({ exceptWithin: ['format'] })],
    strictPresence: false,
    presenceTestsCost: false,
    strictConstants: true,
    quotedNames: false,
  })
}

function isCondition({ type }: Program): boolean {
  return type.kind === 'bool' || type.kind === 'any'
}

function wrongType({ type }: Program): string {
  return `must evaluate to bool or the unknown type, not ${nameOf(type)}`
}

function nameOf({ name, params }: Program['type']): string {
  return params.length === 0 ? name : `${name}(${params.map(nameOf).join(', ')})`
}

function costOf({ ast }: Program): number {
  if (!isChecked(ast)) return Infinity
  return estimateCost(ast, { sizeOf, calls: kubernetesEstimates, presenceTestsCost: false }).max
}

function isChecked(ast: Program['ast']): ast is CheckedAst {
  return 'references' in ast
}

const maxEntries = 32
const sizes = { driver: 63, domain: 63, id: 32, value: 64 } as const

/** The size of a part of a device: attributes and capacities are maps by domain of maps by name. */
function sizeOf([variable, part, ...steps]: readonly string[]): CostRange | undefined {
  if (variable !== 'device') return undefined
  if (part === 'driver') return { min: 0, max: sizes.driver }
  if (part !== 'attributes' && part !== 'capacity') return { min: 0, max: 0 }
  const [domain, name] = steps
  if (domain === undefined) return { min: 0, max: maxEntries }
  if (domain === '@keys') return { min: 0, max: sizes.domain }
  if (domain !== '@values') return undefined
  if (name === undefined) return { min: 0, max: maxEntries }
  if (name === '@keys') return { min: 0, max: sizes.id }
  if (part === 'attributes') return { min: 0, max: sizes.value }
  return name === '@values' ? { min: 0, max: 0 } : undefined
}

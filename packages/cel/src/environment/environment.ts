import type { CelType } from '../values/value.ts'
import type { CheckedAst } from '../check/checked-ast.ts'
import { check } from '../check/check.ts'
import type { Validator } from '../check/validator.ts'
import type { Ast } from '../ast.ts'
import type { CallCosts } from '../evaluate/costs.ts'
import { nodeCosts, standardCosts } from '../evaluate/costs.ts'
import { createProgram, type Program } from '../evaluate/program.ts'
import { CelCompileError, Issues } from '../issues.ts'
import type { FunctionDeclaration } from '../library/function.ts'
import type { Library } from '../library/library.ts'
import { standardLibrary } from '../library/standard/standard-library.ts'
import type { Macro } from '../macros/macro.ts'
import { parse } from '../parse/parse.ts'
import { createSource } from '../source.ts'
import { Adapters } from '../values/adapt.ts'
import type { StructDeclaration } from '../values/struct.ts'
import { createDeclarations } from './declarations.ts'

/** What expressions of an environment may use, and how they are checked. */
export interface EnvironmentOptions {
  /** Types of the variables by name; a name may be qualified. */
  readonly variables?: Readonly<Record<string, CelType>>
  /** Libraries besides the standard one. */
  readonly libraries?: readonly Library[]
  readonly functions?: readonly FunctionDeclaration[]
  readonly structs?: readonly StructDeclaration[]
  /** Finds objects that are not among `structs`, by name; for names of which there is no end. */
  readonly findStruct?: (name: string) => StructDeclaration | undefined
  readonly macros?: readonly Macro[]
  /** The namespace in which names are looked up first. @default '' */
  readonly container?: string
  /** Qualified names that can be called by their last part. */
  readonly abbreviations?: readonly string[]
  /** Costs of overloads besides the standard ones. */
  readonly costs?: CallCosts
  /** Whether `1 < 1.5` is accepted. @default true */
  readonly crossTypeComparisons?: boolean
  /** Rules for expressions that have passed the check of types. */
  readonly validators?: readonly Validator[]
  /** Accepts names in backquotes: ``a.`b-c` ``. @default true */
  readonly quotedNames?: boolean
  /** Whether `has(a.b)` and `a.?b` fail where `a` cannot have fields, rather than being false or none. @default true */
  readonly strictPresence?: boolean
  /** Whether `has(a.b)` costs as much as `a.b`, rather than as `a`. @default true */
  readonly presenceTestsCost?: boolean
  /** Whether a conversion of a constant that fails, such as `int('x')`, is an error of the compilation. @default false */
  readonly strictConstants?: boolean
  /** Nesting of expressions. @default 250 */
  readonly maxDepth?: number
  /** Length of expressions in code points. @default 100000 */
  readonly maxSize?: number
}

/** Options of one compilation. */
export interface CompileOptions {
  /** What error messages call the expression. @default '<input>' */
  readonly description?: string
  /** Compiles without a check of types: names and overloads are resolved as the expression runs. @default false */
  readonly unchecked?: boolean
}

/** Compiles expressions over declared variables, functions and types. */
export interface Environment {
  /**
   * @throws CelCompileError where the expression does not parse or its types do not fit
   * @throws CelError where constants of it fail, with `strictConstants`
   */
  compile(expression: string, options?: CompileOptions): Program
  /** The tree of an expression. @throws CelCompileError where it does not parse */
  parse(expression: string, options?: CompileOptions): Ast
  /** The tree with the types of its nodes. @throws CelCompileError where it does not parse or its types do not fit */
  check(expression: string, options?: CompileOptions): CheckedAst
  /** An environment with more variables, libraries, functions, objects, macros and costs, and other options. */
  extend(options: EnvironmentOptions): Environment
}

/** Creates an environment. @throws TypeError where declarations contradict each other */
export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  const own: Library = {
    name: 'environment',
    functions: options.functions ?? [],
    structs: options.structs ?? [],
    macros: options.macros ?? [],
  }
  const declarations = createDeclarations({
    container: options.container ?? '',
    abbreviations: options.abbreviations ?? [],
    variables: options.variables ?? {},
    libraries: [standardLibrary, ...(options.libraries ?? []), own],
    findStruct: options.findStruct,
  })
  const adapters = new Adapters((name) => declarations.struct(name))
  const validators = [
    ...(options.validators ?? []),
    ...(options.libraries ?? []).flatMap((library) => library.validators ?? []),
  ]
  const costs: CallCosts = new Map([...standardCosts, ...(options.costs ?? [])])

  const parseSource = (expression: string, description: string | undefined): { ast: Ast; issues: Issues } => {
    const issues = new Issues(createSource(expression, description))
    const ast = parse(issues, {
      ...parseOptions(options),
      macros: declarations.macros,
      optionalSyntax: declarations.optionalSyntax,
    })
    refuse(issues)
    return { ast, issues }
  }
  const checkSource = (expression: string, description: string | undefined): CheckedAst => {
    const { ast, issues } = parseSource(expression, description)
    const checked = check(ast, declarations, issues, {
      crossTypeComparisons: options.crossTypeComparisons ?? true,
    })
    refuse(issues)
    for (const validate of validators) {
      validate(checked, (node, message) => issues.report(checked.positions.get(node.id), message))
    }
    refuse(issues)
    return checked
  }
  const compileSource = (expression: string, { description, unchecked = false }: CompileOptions): Program => {
    const ast = unchecked ? parseSource(expression, description).ast : checkSource(expression, description)
    const { strictPresence = true, strictConstants = false, presenceTestsCost = true } = options
    const presenceCost = presenceTestsCost ? nodeCosts.select : 0
    return createProgram(expression, ast, {
      declarations,
      adapters,
      costs,
      strictPresence,
      strictConstants,
      presenceCost,
    })
  }
  return {
    compile: (expression, compileOptions = {}) =>
      withinStack(expression, () => compileSource(expression, compileOptions)),
    parse: (expression, { description } = {}) =>
      withinStack(expression, () => parseSource(expression, description).ast),
    check: (expression, { description } = {}) => withinStack(expression, () => checkSource(expression, description)),
    extend: (more) => createEnvironment(mergeOptions(options, more)),
  }
}

/** Turns nesting that the stack has no room for into an error of the expression. */
function withinStack<Result>(expression: string, compile: () => Result): Result {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const issues = new Issues(createSource(expression))
    issues.report(undefined, 'expression nests too deeply')
    throw new CelCompileError(issues)
  }
}

function refuse(issues: Issues): void {
  if (issues.count > 0) throw new CelCompileError(issues)
}

function parseOptions({ quotedNames, maxDepth, maxSize }: EnvironmentOptions): {
  quotedNames?: boolean
  maxDepth?: number
  maxSize?: number
} {
  return {
    ...(quotedNames === undefined ? {} : { quotedNames }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(maxSize === undefined ? {} : { maxSize }),
  }
}

function mergeOptions(base: EnvironmentOptions, more: EnvironmentOptions): EnvironmentOptions {
  return {
    ...base,
    ...more,
    variables: { ...base.variables, ...more.variables },
    libraries: [...(base.libraries ?? []), ...(more.libraries ?? [])],
    functions: [...(base.functions ?? []), ...(more.functions ?? [])],
    structs: [...(base.structs ?? []), ...(more.structs ?? [])],
    macros: [...(base.macros ?? []), ...(more.macros ?? [])],
    validators: [...(base.validators ?? []), ...(more.validators ?? [])],
    abbreviations: [...(base.abbreviations ?? []), ...(more.abbreviations ?? [])],
    costs: new Map([...(base.costs ?? []), ...(more.costs ?? [])]),
  }
}

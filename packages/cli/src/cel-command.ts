import { readFile } from 'node:fs/promises'
import {
  CelCompileError,
  CelError,
  createKubernetesEnvironment,
  dynType,
  formatIssue,
  formatType,
  toPlainValue,
  typeOf,
  type Evaluation,
  type Program,
} from '@pinnace/cel'
import { FlagError } from './flags/flag.ts'
import type { Output } from './run.ts'

/** Variables by their flags. */
const variableFlags: ReadonlyMap<string, string> = new Map([
  ['--object', 'object'],
  ['--old-object', 'oldObject'],
  ['--params', 'params'],
  ['--request', 'request'],
  ['--namespace-object', 'namespaceObject'],
  ['--self', 'self'],
  ['--old-self', 'oldSelf'],
])

/** The text of `pinnace cel --help`. */
const celHelp: string = [
  'pinnace cel: evaluates an expression of the Common Expression Language and prints its value, type and cost',
  '',
  "Usage: pinnace cel 'EXPRESSION' [flags]",
  '',
  'Flags:',
  '  --object FILE             Value of the variable object: the object of a policy or a match condition.',
  '  --old-object FILE         Value of oldObject.',
  '  --params FILE             Value of params.',
  '  --request FILE            Value of request: an AdmissionRequest.',
  '  --namespace-object FILE   Value of namespaceObject.',
  '  --self FILE               Value of self: the object of a validation rule of a CustomResourceDefinition.',
  '  --old-self FILE           Value of oldSelf.',
  '  --cost-limit COST         Highest cost of the evaluation. (default 1000000, the limit of one expression)',
  '  --output text|json        Form of the output. (default text)',
  '',
  'Files are YAML or JSON. Variables without a file are null, and have no declared type.',
  'Exit code: 0 with a value, 1 for an expression with errors or without a value, 2 for invalid arguments.',
  '',
].join('\n')

/** Evaluates an expression, prints its value, type and cost, and returns the exit code. */
export async function cel(args: readonly string[], output: Output): Promise<number> {
  const options = parseArguments(args)
  if (options === 'help') {
    output.out(celHelp)
    return 0
  }
  const { expression, files, costLimit, format } = options
  const variables: Record<string, unknown> = {}
  for (const [name, file] of files) variables[name] = await readVariable(file)
  let program: Program
  try {
    program = environment().compile(expression)
  } catch (error) {
    if (!(error instanceof CelCompileError) && !(error instanceof CelError)) throw error
    output.err(`${error instanceof CelError ? formatIssue(error, expression) : error.message}\n`)
    return 1
  }
  const outcome = program.evaluate((name) => variables[name] ?? null, { costLimit })
  if (outcome.error !== undefined) {
    output.err(`${formatIssue(outcome.error, expression)}\n`)
    return 1
  }
  output.out(formatOutcome(outcome, program, format))
  return 0
}

function environment(): ReturnType<typeof createKubernetesEnvironment> {
  return createKubernetesEnvironment({
    variables: Object.fromEntries([...variableFlags.values()].map((name) => [name, dynType])),
  })
}

interface CelOptions {
  readonly expression: string
  /** Files by the names of variables. */
  readonly files: ReadonlyMap<string, string>
  readonly costLimit: number
  readonly format: 'text' | 'json'
}

function parseArguments(args: readonly string[]): CelOptions | 'help' {
  const expressions: string[] = []
  const files = new Map<string, string>()
  let costLimit = 1_000_000
  let format: string = 'text'
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--help' || argument === '-h') return 'help'
    if (!argument.startsWith('--')) {
      expressions.push(argument)
      continue
    }
    const equals = argument.indexOf('=')
    const flag = equals === -1 ? argument : argument.slice(0, equals)
    const variable = variableFlags.get(flag)
    if (variable === undefined && flag !== '--cost-limit' && flag !== '--output') {
      throw new FlagError(`unknown flag: ${flag}`)
    }
    const value = equals === -1 ? rest.shift() : argument.slice(equals + 1)
    if (value === undefined || value === '') throw new FlagError(`${flag} needs a value`)
    if (variable !== undefined) files.set(variable, value)
    else if (flag === '--output') format = value
    else costLimit = readCost(value)
  }
  if (format !== 'text' && format !== 'json') {
    throw new FlagError(`--output must be "text" or "json", not ${JSON.stringify(format)}`)
  }
  const [expression] = expressions
  if (expression === undefined || expressions.length > 1) {
    throw new FlagError(`cel evaluates one expression, not ${expressions.length}; quote it for the shell`)
  }
  return { expression, files, costLimit, format }
}

function readCost(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new FlagError(`--cost-limit must be a number, not ${JSON.stringify(text)}`)
  return Number(text)
}

async function readVariable(file: string): Promise<unknown> {
  const { load } = await import('js-yaml')
  try {
    return load(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}

function formatOutcome({ value = null, cost }: Evaluation, program: Program, format: 'text' | 'json'): string {
  const type = formatType(program.type === dynType ? typeOf(value) : program.type)
  const plain = toPlainValue(value)
  if (format === 'json') return `${JSON.stringify({ value: plain, type, cost })}\n`
  return `value: ${JSON.stringify(plain, undefined, 2)}\ntype: ${type}\ncost: ${cost}\n`
}

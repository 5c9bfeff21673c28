import { fieldOf, isTruthy, itemsOf, textOf } from './template-values.ts'
import type { Command, Operand, Pipeline, Template, TemplateBody, TemplateNode } from './template.ts'

/** A function that templates may call. */
export type TemplateFunction = (...values: readonly unknown[]) => unknown

/** Values that a template may print, in characters, and steps that it may take. */
const maxCharacters = 1024 * 1024
const maxSteps = 100_000

/** Templates that call each other. */
const maxCalls = 50

/** The text that a template prints for a value. A TypeError where a value does not fit, or a limit is reached. */
export function runTemplate(
  template: Template,
  value: unknown,
  functions: Readonly<Record<string, TemplateFunction>>,
): string {
  return new TemplateRun(template, functions).print(value)
}

/** How a body ended. */
type Ending = 'break' | 'continue' | undefined

/** The variables of a block, and those around it. */
class Scope {
  readonly #own = new Map<string, unknown>()
  readonly #outer: Scope | undefined

  constructor(outer?: Scope) {
    this.#outer = outer
  }

  declare(name: string, value: unknown): void {
    this.#own.set(name, value)
  }

  assign(name: string, value: unknown): void {
    this.#holder(name).#own.set(name, value)
  }

  get(name: string): unknown {
    return this.#holder(name).#own.get(name)
  }

  #holder(name: string): Scope {
    // oxlint-disable-next-line typescript/no-this-alias -- walks outward
    let scope: Scope | undefined = this
    while (scope !== undefined && !scope.#own.has(name)) scope = scope.#outer
    if (scope === undefined) throw new TypeError(`undefined variable ${JSON.stringify(name)}`)
    return scope
  }
}

class TemplateRun {
  readonly #template: Template
  readonly #functions: Readonly<Record<string, TemplateFunction>>
  readonly #printed: string[] = []
  #characters = 0
  #steps = 0
  #calls = 0

  constructor(template: Template, functions: Readonly<Record<string, TemplateFunction>>) {
    this.#template = template
    this.#functions = functions
  }

  print(value: unknown): string {
    this.#call(this.#template.body, value)
    return this.#printed.join('')
  }

  #call(body: TemplateBody, value: unknown): void {
    if (++this.#calls > maxCalls) throw new TypeError('templates call each other too deep')
    const scope = new Scope()
    scope.declare('$', value)
    this.#body(body, value, scope)
    this.#calls--
  }

  #body(body: TemplateBody, dot: unknown, scope: Scope): Ending {
    for (const node of body) {
      const ending = this.#node(node, dot, scope)
      if (ending !== undefined) return ending
    }
    return undefined
  }

  #node(node: TemplateNode, dot: unknown, scope: Scope): Ending {
    this.#step()
    switch (node.op) {
      case 'text':
        this.#write(node.text)
        return undefined
      case 'print': {
        const value = this.#pipeline(node.pipeline, dot, scope)
        if (node.pipeline.variables.length === 0) this.#write(textOf(value))
        return undefined
      }
      case 'template': {
        const body = this.#template.defined.get(node.name)
        if (body === undefined) throw new TypeError(`template ${JSON.stringify(node.name)} is not defined`)
        this.#call(body, node.pipeline === undefined ? undefined : this.#pipeline(node.pipeline, dot, scope))
        return undefined
      }
      case 'if':
      case 'with': {
        const inner = new Scope(scope)
        const value = this.#pipeline(node.pipeline, dot, inner)
        if (isTruthy(value)) return this.#body(node.body, node.op === 'with' ? value : dot, inner)
        return this.#body(node.otherwise, dot, inner)
      }
      case 'range':
        return this.#range(node, dot, scope)
      default:
        return node.op
    }
  }

  #range(node: TemplateNode & { readonly op: 'range' }, dot: unknown, scope: Scope): Ending {
    const { variables, commands } = node.pipeline
    const inner = new Scope(scope)
    const items = itemsOf(this.#pipeline({ variables: [], declares: false, commands }, dot, inner))
    if (items.length === 0) return this.#body(node.otherwise, dot, inner)
    for (const [key, item] of items) {
      this.#step()
      const own = new Scope(inner)
      const [first, second] = variables
      if (second !== undefined) own.declare(second, item)
      if (first !== undefined) own.declare(first, second === undefined ? item : key)
      if (this.#body(node.body, item, own) === 'break') break
    }
    return undefined
  }

  /** The value of a pipeline, which its variables take. */
  #pipeline({ variables, declares, commands }: Pipeline, dot: unknown, scope: Scope): unknown {
    let value: unknown
    for (const [index, command] of commands.entries()) {
      value = this.#command(command, index === 0 ? [] : [value], dot, scope)
    }
    for (const name of variables) {
      if (declares) scope.declare(name, value)
      else scope.assign(name, value)
    }
    return value
  }

  /** The value of the command before it is the last argument. */
  #command({ call, operands }: Command, piped: readonly unknown[], dot: unknown, scope: Scope): unknown {
    this.#step()
    const values = operands.map((operand) => this.#operand(operand, dot, scope))
    if (call !== undefined) return this.#apply(call, [...values, ...piped])
    if (piped.length > 0) throw new TypeError('a value takes no arguments')
    return values[0]
  }

  #operand(operand: Operand, dot: unknown, scope: Scope): unknown {
    this.#step()
    switch (operand.op) {
      case 'dot':
        return dot
      case 'literal':
        return operand.value
      case 'variable':
        return scope.get(operand.name)
      case 'call':
        return this.#apply(operand.name, [])
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot, scope)
      case 'field':
        return fieldOf(this.#operand(operand.of, dot, scope), operand.name)
    }
  }

  #apply(name: string, values: readonly unknown[]): unknown {
    const call = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined
    if (call === undefined) throw new TypeError(`the function ${JSON.stringify(name)} is not supported`)
    return call(...values)
  }

  #write(text: string): void {
    this.#characters += text.length
    if (this.#characters > maxCharacters)
      throw new TypeError(`the template prints more than ${maxCharacters} characters`)
    this.#printed.push(text)
  }

  #step(): void {
    if (++this.#steps > maxSteps) throw new TypeError(`the template takes more than ${maxSteps} steps`)
  }
}

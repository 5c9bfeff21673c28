import type { Command, Operand, Pipeline } from './template.ts'
import type { ActionToken } from './tokenize-action.ts'

/** Parentheses within each other. */
const maxDepth = 50

/** Parses the pipeline of an action. `isKnown` says which functions exist; a TypeError names one that does not. */
export function parsePipeline(tokens: readonly ActionToken[], isKnown: (name: string) => boolean): Pipeline {
  const reader = new PipelineReader(tokens, isKnown)
  const pipeline = reader.pipeline()
  reader.expectEnd()
  return pipeline
}

class PipelineReader {
  readonly #tokens: readonly ActionToken[]
  readonly #isKnown: (name: string) => boolean
  #at = 0
  #depth = 0

  constructor(tokens: readonly ActionToken[], isKnown: (name: string) => boolean) {
    this.#tokens = tokens
    this.#isKnown = isKnown
  }

  pipeline(): Pipeline {
    if (++this.#depth > maxDepth) throw new TypeError('the action is nested too deep')
    const { variables, declares } = this.#variables()
    const commands = [this.#command()]
    while (this.#takes('|')) commands.push(this.#command())
    this.#depth--
    return { variables, declares, commands }
  }

  expectEnd(): void {
    const { type, text } = this.#peek()
    if (type !== 'end') throw new TypeError(`${JSON.stringify(text)} is not supported`)
  }

  /** `$a :=`, `$a =` or `$a, $b :=`, if the pipeline begins so. */
  #variables(): Pick<Pipeline, 'variables' | 'declares'> {
    const [first, second, third, fourth] = this.#tokens.slice(this.#at, this.#at + 4)
    if (first?.type !== 'variable' || second?.type !== 'symbol') return { variables: [], declares: false }
    if (second.text === ':=' || second.text === '=') {
      this.#at += 2
      return { variables: [first.text], declares: second.text === ':=' }
    }
    if (second.text !== ',' || third?.type !== 'variable' || fourth === undefined) {
      return { variables: [], declares: false }
    }
    this.#at += 4
    return { variables: [first.text, third.text], declares: fourth.text === ':=' }
  }

  #command(): Command {
    const { type, text } = this.#peek()
    if (type === 'word' && !constants.has(text)) {
      this.#at++
      this.#expectKnown(text)
      const operands: Operand[] = []
      while (!this.#isAtEnd()) operands.push(this.#operand())
      return { call: text, operands }
    }
    const operand = this.#operand()
    if (!this.#isAtEnd()) throw new TypeError(`${JSON.stringify(text)} is not a function and takes no arguments`)
    return { call: undefined, operands: [operand] }
  }

  #operand(): Operand {
    let operand = this.#first()
    for (;;) {
      const { type, text, isApart } = this.#peek()
      if (type !== 'field' || isApart) return operand
      this.#at++
      operand = { op: 'field', of: operand, name: text.slice(1) }
    }
  }

  #first(): Operand {
    const { type, text } = this.#peek()
    this.#at++
    switch (type) {
      case 'text':
        return { op: 'literal', value: text }
      case 'number':
        return { op: 'literal', value: Number(text) }
      case 'variable':
        return { op: 'variable', name: text }
      case 'field':
        return { op: 'field', of: { op: 'dot' }, name: text.slice(1) }
      case 'word': {
        const constant = constants.get(text)
        if (constant !== undefined) return { op: 'literal', value: constant.value }
        this.#expectKnown(text)
        return { op: 'call', name: text }
      }
      default:
        if (text === '.') return { op: 'dot' }
        if (text === '(') return { op: 'pipeline', pipeline: this.#inParentheses() }
        throw new TypeError(`${JSON.stringify(text)} is not supported`)
    }
  }

  #inParentheses(): Pipeline {
    const pipeline = this.pipeline()
    if (!this.#takes(')')) throw new TypeError('unclosed parenthesis')
    return pipeline
  }

  #expectKnown(name: string): void {
    if (!this.#isKnown(name)) throw new TypeError(`the function ${JSON.stringify(name)} is not supported`)
  }

  #isAtEnd(): boolean {
    const { type, text } = this.#peek()
    return type === 'end' || (type === 'symbol' && (text === '|' || text === ')'))
  }

  #peek(): ActionToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] ?? { type: 'end', text: '', isApart: true }
  }

  #takes(symbol: string): boolean {
    const { type, text } = this.#peek()
    if (type !== 'symbol' || text !== symbol) return false
    this.#at++
    return true
  }
}

const constants: ReadonlyMap<string, { readonly value: boolean | null }> = new Map([
  ['true', { value: true }],
  ['false', { value: false }],
  ['nil', { value: null }],
])

import { parsePipeline } from './parse-pipeline.ts'
import { splitActions, type TemplatePart } from './split-actions.ts'
import type { Pipeline, Template, TemplateBody, TemplateNode } from './template.ts'
import { tokenizeAction } from './tokenize-action.ts'

/** Blocks within each other. */
const maxDepth = 50

/**
 * Parses a template, a part of the language of Go templates: values, pipelines, variables, `if`, `with`, `range`,
 * `define`, `template`, `block`, `break` and `continue`. `isKnown` says which functions exist. A TypeError names what is
 * not supported.
 */
export function parseTemplate(text: string, isKnown: (name: string) => boolean): Template {
  return new TemplateReader(splitActions(text), isKnown).template()
}

/** How a body ended: by `end`, or by an `else` with what stands behind it. */
interface ParsedBody {
  readonly body: TemplateBody
  readonly ending: string
}

class TemplateReader {
  readonly #parts: readonly TemplatePart[]
  readonly #isKnown: (name: string) => boolean
  readonly #defined = new Map<string, TemplateBody>()
  #at = 0
  #depth = 0

  constructor(parts: readonly TemplatePart[], isKnown: (name: string) => boolean) {
    this.#parts = parts
    this.#isKnown = isKnown
  }

  template(): Template {
    const { body, ending } = this.#body()
    if (ending !== '') throw new TypeError(`unexpected {{${ending}}}`)
    return { body, defined: this.#defined }
  }

  #body(): ParsedBody {
    if (++this.#depth > maxDepth) throw new TypeError('the template is nested too deep')
    const body: TemplateNode[] = []
    for (;;) {
      const part = this.#parts[this.#at++]
      if (part === undefined || (part.type === 'action' && /^(?:end|else)\b/.test(part.text))) {
        this.#depth--
        return { body, ending: part?.text ?? '' }
      }
      const node = part.type === 'text' ? part : this.#action(part.text)
      if (node !== undefined) body.push('type' in node ? { op: 'text', text: node.text } : node)
    }
  }

  #action(action: string): TemplateNode | undefined {
    const [keyword = ''] = /^[a-z]+\b/.exec(action) ?? []
    const rest = action.slice(keyword.length).trim()
    switch (keyword) {
      case 'if':
      case 'with':
      case 'range':
        return this.#block(keyword, rest)
      case 'break':
      case 'continue':
        return { op: keyword }
      case 'define':
        this.#defined.set(...this.#definition(rest))
        return undefined
      case 'block': {
        const [name, pipeline] = this.#named(rest)
        this.#defined.set(...this.#definition(JSON.stringify(name)))
        return { op: 'template', name, pipeline }
      }
      case 'template': {
        const [name, pipeline] = this.#named(rest)
        return { op: 'template', name, pipeline }
      }
      default:
        return { op: 'print', pipeline: this.#pipeline(action) }
    }
  }

  #block(op: 'if' | 'with' | 'range', text: string): TemplateNode {
    const pipeline = this.#pipeline(text)
    if (op !== 'range' && pipeline.variables.length > 1) throw new TypeError(`too many variables in {{${op} ${text}}}`)
    const { body, ending } = this.#body()
    return { op, pipeline, body, otherwise: this.#otherwise(op, ending) }
  }

  #otherwise(op: string, ending: string): TemplateBody {
    if (ending === 'end') return []
    const next = /^else(?:\s+(if|with)\s+([\s\S]+))?$/.exec(ending)
    if (next === null) throw new TypeError(ending === '' ? `{{${op}}} has no {{end}}` : `unexpected {{${ending}}}`)
    const [, keyword, text = ''] = next
    if (keyword === 'if' || keyword === 'with') return [this.#block(keyword, text)]
    const { body, ending: last } = this.#body()
    if (last !== 'end') throw new TypeError(`{{${op}}} has no {{end}}`)
    return body
  }

  #definition(text: string): readonly [string, TemplateBody] {
    const [name] = this.#named(text)
    const { body, ending } = this.#body()
    if (ending !== 'end') throw new TypeError(`{{define ${JSON.stringify(name)}}} has no {{end}}`)
    return [name, body]
  }

  /** The name of a template, and the value that is given to it. */
  #named(text: string): readonly [string, Pipeline | undefined] {
    const tokens = tokenizeAction(text)
    const [name] = tokens
    if (name?.type !== 'text') throw new TypeError(`${JSON.stringify(text)} does not begin with the name of a template`)
    return [name.text, tokens.length === 2 ? undefined : parsePipeline(tokens.slice(1), this.#isKnown)]
  }

  #pipeline(text: string): Pipeline {
    return parsePipeline(tokenizeAction(text), this.#isKnown)
  }
}

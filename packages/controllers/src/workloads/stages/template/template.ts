/** A part of a template. */
export type TemplateNode =
  | { readonly op: 'text'; readonly text: string }
  | { readonly op: 'print'; readonly pipeline: Pipeline }
  | { readonly op: 'if'; readonly pipeline: Pipeline; readonly body: TemplateBody; readonly otherwise: TemplateBody }
  | { readonly op: 'with'; readonly pipeline: Pipeline; readonly body: TemplateBody; readonly otherwise: TemplateBody }
  | { readonly op: 'range'; readonly pipeline: Pipeline; readonly body: TemplateBody; readonly otherwise: TemplateBody }
  | { readonly op: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined }
  | { readonly op: 'break' | 'continue' }

/** The parts of a template between two of its actions. */
export type TemplateBody = readonly TemplateNode[]

/** Commands, each of which receives the value of the one before it, and the variables that take the result. */
export interface Pipeline {
  /** At most two, the second one in `range $index, $item := …` only. */
  readonly variables: readonly string[]
  /** Whether the variables are declared by `:=`, rather than assigned by `=`. */
  readonly declares: boolean
  readonly commands: readonly Command[]
}

/** A value, or a function with its arguments. */
export interface Command {
  readonly call: string | undefined
  /** Of a command without a function: one. */
  readonly operands: readonly Operand[]
}

/** An argument. */
export type Operand =
  | { readonly op: 'dot' }
  | { readonly op: 'literal'; readonly value: string | number | boolean | null }
  | { readonly op: 'variable'; readonly name: string }
  | { readonly op: 'call'; readonly name: string }
  | { readonly op: 'pipeline'; readonly pipeline: Pipeline }
  | { readonly op: 'field'; readonly of: Operand; readonly name: string }

/** A parsed template. */
export interface Template {
  readonly body: TemplateBody
  /** The templates that `define` names. */
  readonly defined: ReadonlyMap<string, TemplateBody>
}

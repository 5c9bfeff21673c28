import { inText, type State } from './tag-scanner.ts'

/** Replaces start tags in a document that arrives in pieces. Text has one character for each byte. */
export interface TagRewriter {
  /** Takes a piece of the document and returns what can be passed on. */
  push(piece: string): string
  /** The text that was held back when the document ends. */
  end(): string
}

/** Creates a rewriter. `rewrite` gets each whole start tag, from `<` to `>`, and its name in lower case. */
export function createTagRewriter(rewrite: (tag: string, name: string) => string): TagRewriter {
  let state: State = inText
  let held = ''
  return {
    push(piece) {
      const text = held + piece
      let output = ''
      /** Text before this position is in the output. */
      let passed = 0
      let at = 0
      for (;;) {
        const { to, next, startTag } = state(text, at)
        if (to === at && next === state) break
        if (startTag !== undefined) {
          output += text.slice(passed, at) + rewrite(text.slice(at, to), startTag)
          passed = to
        }
        state = next
        at = to
      }
      held = text.slice(at)
      return output + text.slice(passed, at)
    },
    end() {
      const rest = held
      held = ''
      return rest
    },
  }
}

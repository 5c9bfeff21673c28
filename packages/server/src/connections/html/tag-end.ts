/** Finds the end of a tag that arrives in pieces: the position behind its `>`, or -1 if the text ends before. */
export type TagEnd = (text: string, from: number) => number

type Part = (character: string) => Part

/** Creates what finds the end of one tag, from the character behind its `<` or `</` on. */
// upstream: section 13.2.5 of the HTML standard, from the tag name state on
export function createTagEnd(): TagEnd {
  let part = inName
  return (text, from) => {
    for (let at = from; at < text.length; at++) {
      const character = text.charAt(at)
      if (character === '>' && part !== inDoubleQuotes && part !== inSingleQuotes) return at + 1
      part = part(character)
    }
    return -1
  }
}

function inName(character: string): Part {
  return isSpace(character) || character === '/' ? beforeAttribute : inName
}

function beforeAttribute(character: string): Part {
  return isSpace(character) || character === '/' ? beforeAttribute : inAttribute
}

function inAttribute(character: string): Part {
  if (character === '=') return beforeValue
  if (character === '/') return beforeAttribute
  return isSpace(character) ? behindAttribute : inAttribute
}

function behindAttribute(character: string): Part {
  return isSpace(character) ? behindAttribute : inAttribute(character)
}

function beforeValue(character: string): Part {
  if (isSpace(character)) return beforeValue
  if (character === '"') return inDoubleQuotes
  return character === "'" ? inSingleQuotes : inPlainValue
}

function inDoubleQuotes(character: string): Part {
  return character === '"' ? beforeAttribute : inDoubleQuotes
}

function inSingleQuotes(character: string): Part {
  return character === "'" ? beforeAttribute : inSingleQuotes
}

function inPlainValue(character: string): Part {
  return isSpace(character) ? beforeAttribute : inPlainValue
}

// Not `\s`: a byte of a longer character may look like a space of Unicode.
function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'
}

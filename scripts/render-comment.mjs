// The TSDoc comment of a generated declaration.

const width = 120

/** The comment with these paragraphs, on one line if it fits. */
export function renderComment(paragraphs, indent = '') {
  const safe = paragraphs.map((text) => text.replaceAll('*/', '* /'))
  if (safe.length === 1 && indent.length + safe[0].length + 7 <= width) return `${indent}/** ${safe[0]} */`
  const lines = safe.flatMap((text, index) => [...(index === 0 ? [] : ['']), ...wrap(text, width - indent.length - 3)])
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

function wrap(text, limit) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= limit) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

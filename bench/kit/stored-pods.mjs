// Fills a store with pods as the server has stored one of them, which takes a hundredth of creating them.

const prefix = '/registry/pods/default/'
const version = /"resourceVersion":"\d+"/

/** Puts pods like `pod-0`, which the server has stored, with the numbers `from` to `to`. */
export function storePods(store, { from, to }) {
  const { value, note } = store.get(`${prefix}pod-0`)
  const text = Buffer.from(value).toString()
  const { index, 0: found } = version.exec(text)
  const before = `${text.slice(0, index)}"resourceVersion":"`
  const after = `"${text.slice(index + found.length)}`
  for (let number = from; number < to; number++) {
    const own = (part) =>
      part
        .replace('"name":"pod-0"', `"name":"pod-${number}"`)
        .replace(/"uid":"[^"]{8}/, `"uid":"${(number + 0x1000_0000).toString(16)}`)
        .replace('"slot-0"', `"slot-${number % 100}"`)
    const labels = { ...note.labels, slot: `slot-${number % 100}` }
    store.put(`${prefix}pod-${number}`, { before: own(before), after: own(after), note: { ...note, labels } })
  }
}

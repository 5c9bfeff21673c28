/** The prefix of annotations that say how a pod, a claim or a node is simulated. */
export const annotationPrefix = 'simulate.pinnace.dev/'

/** Whether the text of an annotation is a number of at most nine digits. */
export function isNumeric(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,9}$/.test(text)
}

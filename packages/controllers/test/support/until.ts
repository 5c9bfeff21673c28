/** Waits until `holds`, looking again and again. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 5))
}

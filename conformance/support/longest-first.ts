import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take minutes, the longest first: begun last, each would run alone at the end. */
const longest = ['differential/replay', 'hostile/attacks', 'every-kind/every-kind', 'kubectl/scale', 'inspector/large']

/** Runs the longest files first, and the others in the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/conformance/${name}.test.ts`))
      return index < 0 ? longest.length : index
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

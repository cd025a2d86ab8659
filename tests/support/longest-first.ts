import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take a minute or nearly so. What starts last should be short: while the last file runs, the other worker has nothing to do.
 * A fresh clone knows no durations, and by its size a file of one line would come last.
 */
const long = [
  'tests/journeys/every-screen-in-english.test.ts',
  'tests/journeys/every-screen-in-chinese.test.ts',
  'tests/journeys/every-screen-in-french.test.ts',
  'tests/journeys/every-screen-in-indonesian.test.ts',
  'tests/journeys/every-dialog.test.ts',
  'tests/journeys/isolation.test.ts',
]

/** Long files first, in the order above; all others behind them as they would have come. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const place = long.indexOf(relative(project.config.root, moduleId))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}

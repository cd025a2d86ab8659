import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a step of `npm test` counted. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures?: string[]
  secondsOfFiles?: SecondsOfFile[]
  /** Tests by why they were skipped. */
  skippedFor?: string[]
}
export type SecondsOfFile = { file: string; seconds: number }

/** What vitest's JSON reporter writes. */
export type Report = {
  numTotalTests: number
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: Assertion[] }[]
}
type Assertion = { status: string; fullName: string; ancestorTitles: string[]; title: string; failureMessages: string[] }

/**
 * What neither passed nor was skipped failed, also where a worker died before it could say so. A file that broke outside its tests, such as in
 * `beforeAll`, is one failure.
 */
export function countsOf(report: Report, repository: string): Counts {
  const { numTotalTests, numPassedTests, numPendingTests, numTodoTests, testResults } = report
  const fileOf = ({ name }: { name: string }): string => relative(repository, name)
  const isBroken = ({ status, assertionResults }: Report['testResults'][number]): boolean =>
    status === 'failed' && !assertionResults.some((one) => one.status === 'failed')
  const broken = testResults.filter(isBroken)
  const skipped = numPendingTests + numTodoTests
  return {
    passed: numPassedTests,
    failed: numTotalTests - numPassedTests - skipped + broken.length,
    skipped,
    failures: [
      ...broken.map((result) => failureText(fileOf(result), 'broke outside its tests', result.message)),
      ...testResults.flatMap((result) =>
        result.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => failureText(fileOf(result), fullName, failureMessages.join('\n'))),
      ),
    ],
    secondsOfFiles: testResults.map((result) => ({ file: fileOf(result), seconds: (result.endTime - result.startTime) / 1000 })),
    skippedFor: testResults
      .filter((result) => !isBroken(result))
      .flatMap((result) =>
        result.assertionResults
          .filter(({ status }) => !['passed', 'failed'].includes(status))
          .map((one) => reasonOf(one) ?? fileOf(result)),
      ),
  }
}

/** A test that is skipped for a reason, or a group of them, says so at the end of its name. */
const reasonOf = ({ ancestorTitles, title }: Assertion): string | undefined =>
  [...ancestorTitles, title].map((name) => /: skipped, (.+)$/.exec(name)?.[1]).find(Boolean)

const linesOfMessage = 12

/** A failure as it is repeated behind everything else, for readers of the end of the output. */
function failureText(file: string, name: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfMessage)
  return [`${file}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

const slowestMax = 10

/** The files that took longest, and how many tests were skipped for which reason, a line each. */
export function summaryLines({ secondsOfFiles = [], skippedFor = [] }: Counts): string[] {
  const slowest = secondsOfFiles.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestMax)
  const reasons = [...Map.groupBy(skippedFor, (reason) => reason)].toSorted(([, one], [, other]) => other.length - one.length)
  return [
    ...(slowest.length > 0 ? [`slowest ${slowest.length} files:`] : []),
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    ...(reasons.length > 0 ? ['skipped:'] : []),
    ...reasons.map(([reason, those]) => `${String(those.length).padStart(8)}    ${reason}`),
  ]
}

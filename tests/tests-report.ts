import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Counts of a step of `npm test`. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures?: Failure[]
  /** Tests that failed, and passed when their file ran once more alone. */
  flaky?: string[]
  secondsOfFiles?: SecondsOfFile[]
  /** Tests by why they were skipped. */
  skippedFor?: string[]
}
export type Failure = { file: string; name: string; message: string }
export type SecondsOfFile = { file: string; seconds: number }

/** Output of vitest's JSON reporter. */
export type Report = {
  numTotalTests: number
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: Assertion[] }[]
}
type Assertion = { status: string; fullName: string; ancestorTitles: string[]; title: string; failureMessages: string[] }

/**
 * A test that neither passed nor was skipped failed, also where a worker stopped before its report. A file that broke outside its tests, such as in
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
      ...broken.map((result) => ({ file: fileOf(result), name: 'broke outside its tests', message: result.message })),
      ...testResults.flatMap((result) =>
        result.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({ file: fileOf(result), name: fullName, message: failureMessages.join('\n') })),
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
export function failureText({ file, name, message }: Failure): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfMessage)
  return [`${file}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** From so many on, failures are no accident of the machine. */
const flakyMax = 2

/** The files that run once more alone: those of a failure or two, where nothing else broke. */
export const filesToTryAgain = ({ failed, failures = [] }: Counts): string[] =>
  failed === failures.length && failed <= flakyMax ? [...new Set(failures.map(({ file }) => file))] : []

/** With `file` run again alone: what failed in it and passed now counts as passed, and is named. */
export function withSecondTry(first: Counts, file: string, { passed, failed }: Counts): Counts {
  if (failed > 0 || passed === 0) return first
  const { failures = [], flaky = [] } = first
  const again = failures.filter((failure) => failure.file === file)
  return {
    ...first,
    passed: first.passed + again.length,
    failed: first.failed - again.length,
    failures: failures.filter((failure) => !again.includes(failure)),
    flaky: [...flaky, ...again.map(({ name }) => `${file}: ${name}`)],
  }
}

const slowestMax = 10

/** The files that took longest, how many tests were skipped for which reason, and what passed only when it ran again, a line each. */
export function summaryLines({ secondsOfFiles = [], skippedFor = [], flaky = [] }: Counts): string[] {
  const slowest = secondsOfFiles.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestMax)
  const reasons = [...Map.groupBy(skippedFor, (reason) => reason)].toSorted(([, one], [, other]) => other.length - one.length)
  return [
    ...(slowest.length > 0 ? [`slowest ${slowest.length} files:`] : []),
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    ...(reasons.length > 0 ? ['skipped:'] : []),
    ...reasons.map(([reason, those]) => `${String(those.length).padStart(8)}    ${reason}`),
    ...flaky.map((name) => `flaky: ${name}`),
  ]
}

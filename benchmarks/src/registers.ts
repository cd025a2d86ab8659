import { replayViews } from '@nightflow/projections/views/replay'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { startDepartment } from './department-of-registers.ts'
import { importAccounts } from './import-accounts.ts'
import { listMillisecondsMax, named, startLists, timeEach } from './lists.ts'
import { firstNumber, openNamedAccounts, registerNamedMeters, reportReadings } from './register-data.ts'

/** Queries of a person to the list of meters, 20 rows a page. A page of two fifths of the list is deep from either end. */
const questionsOfMeters = (meters: number): Record<string, string> => {
  const deep = `page=${Math.floor((meters * 0.4) / 20)}`
  const questions = {
    first: '',
    deep,
    last: 'from=end',
    sortedByName: 'sort=name&direction=desc',
    sortedByNameDeep: `sort=name&${deep}`,
    sortedByStatus: 'sort=status',
    sortedByStatusDesc: 'sort=status&direction=desc',
    searchOne: `search=${firstNumber + Math.floor(meters / 2)}`,
    searchMany: 'search=canal',
    searchNone: 'search=no%20such%20meter',
    byDiameter: 'caliberMillimetres=20',
    reporting: 'status=reporting',
    reportingDeep: `status=reporting&${deep}`,
    reportingLast: 'status=reporting&from=end',
    silent: 'status=silent',
    // A search that everything matches within a filter: the planner takes it for rare.
    silentAndNamed: 'status=silent&sort=name&search=canal',
    reportingAndNamed: 'status=reporting&sort=name&search=canal',
    never: 'status=never',
    replaced: 'status=replaced',
    valveOpen: 'valve=open',
    valveClosed: 'valve=closed',
    valveUnknown: 'valve=unknown',
    valveNone: 'valve=none',
    closedForArrears: 'closingReason=arrears',
    flagged: 'flag=low-battery',
    flaggedByNone: 'flag=no-such-flag',
  }
  return named('meters', questions, (query) => `/api/v1/meters?limit=20&${query}`)
}

const questionsOfAccounts = (accounts: number): Record<string, string> => {
  const deep = `pageNum=${Math.floor((accounts * 0.4) / 20)}`
  const questions = {
    first: '',
    deep,
    last: `pageNum=${Math.ceil(accounts / 20)}`,
    sortedByNumberDeep: `orderByColumn=accountNo&isAsc=asc&${deep}`,
    sortedByOpening: 'orderByColumn=openedAt&isAsc=desc',
    sortedByStatus: 'orderByColumn=status&isAsc=asc',
    sortedByMeter: 'orderByColumn=meterNo&isAsc=asc',
    searchNumber: `search=${Math.floor(accounts / 2)}`,
    searchName: 'search=customer%2077',
    searchMany: 'search=canal',
    searchNone: 'search=no%20such%20account',
    byName: 'customerName=customer%2077',
    byAddress: 'address=canal',
    byMeter: `meterNo=${firstNumber + Math.floor(accounts / 2)}`,
    active: 'status=0',
    frozen: 'status=1',
    enterprises: 'natureOfUse=1',
  }
  return named('accounts', questions, (query) => `/prod-api/business/customer/list?pageSize=20&${query}`)
}

/**
 * The lists of 100,000 meters and 100,000 accounts through the API: pages, sorts, searches and filters. The figure is the 95th percentile of the
 * slowest kind of question; its limit is the 100 ms in which a list appears at once. The same questions of a person who sees a department with a
 * tenth of both. Then the seconds in which 10,000 more accounts are imported
 * from a spreadsheet.
 */
export const benchRegisters = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const count = isQuick ? 20_000 : 100_000
    const { app, log, headers, ask } = await startLists(pool, connectionString)
    try {
      await registerNamedMeters(log, count)
      await reportReadings(log, count)
      await openNamedAccounts(log, count)
      await replayViews({ pool, log })
      await pool.query('vacuum analyze')
      console.log(`${count} meters and as many accounts are in the read models`)
      const p95Milliseconds = await timeEach({ ...questionsOfMeters(count), ...questionsOfAccounts(count) }, isQuick ? 20 : 60, ask)
      const listP95Milliseconds = Math.max(...Object.values(p95Milliseconds))
      const authorization = `Bearer ${await startDepartment(pool)}`
      const questions = { ...questionsOfMeters(count / 10), ...questionsOfAccounts(count / 10) }
      const ofDepartment = await timeEach(questions, isQuick ? 20 : 60, (url) => ask(url, { authorization }))
      const importSeconds = await importAccounts({ app, headers, rows: isQuick ? 2_000 : 10_000 })
      return {
        name: 'registers',
        figure: listP95Milliseconds,
        limit: listMillisecondsMax,
        ratio: listP95Milliseconds / listMillisecondsMax,
        listP95Milliseconds,
        importSeconds,
        rows: count,
        p95Milliseconds,
        departmentP95Milliseconds: Math.max(...Object.values(ofDepartment)),
        ofDepartment,
        unit: 'ms',
      }
    } finally {
      await app.close()
      await log.close()
    }
  })

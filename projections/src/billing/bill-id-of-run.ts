import { nameBasedId } from '@nightflow/event-log/name-based-id'

/** Namespace of the identifiers of bills. It must never change, or a run that goes on would issue its bills again. */
const billNamespace = '8c1f0b7a54d94e3e9f62a7d05be4c913'

/** The parts of the names of a run's bills. */
export type BillingRun = { tenant: string; started: { runId: string; firstMonth: string; lastMonth: string } }

/** The same run never bills days of an account twice, however often it is restarted. A bill from the first day of the run's months is named by them. */
export const billIdOf = ({ tenant, started }: BillingRun, accountNo: string, periodFrom: string): string => {
  const { runId, firstMonth, lastMonth } = started
  const part = periodFrom === `${firstMonth}-01` ? '' : `/${periodFrom}`
  return nameBasedId(billNamespace, `${tenant}/${runId}/${accountNo}/${firstMonth}/${lastMonth}${part}`)
}

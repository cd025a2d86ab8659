import { settledDays } from '@nightflow/projections/joined/settled-days'
import type { RequestContext } from '../http/request-context.ts'

/** Up to when an account is billed and the books are closed: what it was then is not changed any more. */
export const settledOf = ({ read }: RequestContext, accountNo: string) => read((database) => settledDays(database, accountNo))

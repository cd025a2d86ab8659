import { operationStore } from '@nightflow/platform/operations/operations'
import { findAccount } from '@nightflow/platform/sign-in/accounts'
import { signInStore } from '@nightflow/platform/sign-in/sign-in-log'
import { logSignIn } from '@nightflow/platform/sign-in/sign-ins'
import { signInOutcomeTexts } from '@nightflow/schemas/platform/login-log'
import { removeOperations, removeSignIns, unlockAccount, unlockAccountAlias } from '@nightflow/schemas/platform/login-log-calls'
import { operationTitles } from '@nightflow/schemas/platform/operation-titles'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { resources } from '@nightflow/schemas/resources'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { type Rejection, type RejectionCode, rejected, rejections } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'

const isCode = (outcome: string): outcome is RejectionCode => Object.hasOwn(rejections, outcome)

type Operation = RowOf<typeof resources.operations>

/** An operation with its part of the service and its refusal in the reader's language. */
const tellOperation = ({ part, ...row }: Operation & { part?: string }, { language }: RequestContext): Operation => {
  const { outcome } = row
  const refusal = isCode(outcome) ? textOfRejection({ rejected: outcome }, language) : outcome
  return {
    ...row,
    title: operationTitles.find(({ prefix }) => prefix === part)?.titles[language] ?? '',
    method: row.operation,
    errorMsg: outcome === 'accepted' ? '' : refusal,
    costTime: null,
  }
}

const tellSignIn = (row: RowOf<typeof resources.signIns>, { language }: RequestContext) => ({
  ...row,
  msg: signInOutcomeTexts[row.outcome]?.[language] ?? row.outcome,
})

const unlock = async ({ userName }: { userName: string }, context: RequestContext): Promise<Outcome<Record<string, never>> | Rejection> => {
  const account = await findAccount(context.pool, { name: userName })
  const { tenant } = context.caller
  // An account of another tenant is as unknown as a missing one.
  if (!account || (account.tenant !== tenant && tenant !== platformTenant)) return rejected('not-found')
  await logSignIn(context.pool, { ...account, address: context.address, client: context.client }, 'unlocked')
  return { response: {} }
}

/** The operation log and the sign-in log. */
export const logsRoutes: readonly Route[] = [
  ...logRoutes(resourceCalls.operations, operationStore, { tell: tellOperation }),
  ...logRoutes(resourceCalls.signIns, signInStore, { tell: tellSignIn }),
  command(unlockAccount, unlock),
  command(unlockAccountAlias, unlock),
  command(removeOperations, async () => rejected('log-kept')),
  command(removeSignIns, async () => rejected('log-kept')),
]

import type { MeterTokens } from '@nightflow/domain/prepaid/meter-tokens'
import { litresPerUnit, meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { exactUnitsMax, transferAmount } from '@nightflow/domain/prepaid/sts/transfer-amount'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { vendKeyChange, vendManagement } from '@nightflow/domain/prepaid/vend-tokens'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { holderOfAccount, reachHolder } from '@nightflow/projections/customers/tellable-leaks'
import { replacedBy } from '@nightflow/projections/devices/meter-replacements'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import { findToken } from '@nightflow/projections/prepaid/tokens'
import { TokenKind } from '@nightflow/schemas/prepaid/token'
import { type ManagementKind, stsMeterCommands, tokenCommands } from '@nightflow/schemas/prepaid/token-commands'
import { resources } from '@nightflow/schemas/resources'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { execute } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { eachBy, findEach } from '../resource/recorded-routes.ts'
import { tokensOf, vendorFor } from './vending.ts'

const clearAll = 0xffff

/** The register of a management: its value as an amount is coded, all credit, or nothing. Litres of a replaced meter are exact units of water. */
const registerOf = (kind: ManagementKind, amount: number | null): number | Rejection => {
  if (kind === TokenKind.enum.clearCredit) return clearAll
  if (kind === TokenKind.enum.clearTamper) return 0
  if (amount === null) return rejected('sts-management-value')
  if (kind === TokenKind.enum.replacementCredit) {
    const units = Math.ceil(amount / litresPerUnit)
    return units < 1 || units > exactUnitsMax ? rejected('sts-replacement-litres', { most: exactUnitsMax * litresPerUnit }) : units
  }
  const coded = transferAmount(amount)
  return isRejection(coded) ? coded : coded.code
}

const vendorOf = async (context: RequestContext, meterNo: string): Promise<TokenVendor | Rejection> =>
  vendorFor(context, (await tokensOf(context, meterNo)).registered)

type Named = { meterNo: string; requestId: string }

/** The tokens of a request that was decided are made and recorded; where the module does not answer, the policy does it. */
const record = async (
  context: RequestContext,
  { meterNo, requestId }: Named,
  make: (vendor: TokenVendor) => Promise<string[] | Rejection>,
): Promise<number | undefined> => {
  const vendor = await context.vending?.(context.caller.tenant)
  const tokens = vendor ? await make(vendor) : undefined
  if (tokens === undefined || isRejection(tokens)) return undefined
  const recorded = await execute(context, meterTokensDecider, { type: 'RecordTokens', meterNo, requestId, tokens })
  return isRejection(recorded) ? undefined : recorded.position
}

const logged = ({ registered, pendingChange }: MeterTokens) => ({ registered: registered ?? null, pendingChange: pendingChange ?? null })

/** The present holder of the account of a sale, and how to reach them: by mail where an address is known. */
const reachBuyer = async (context: RequestContext, { meterNo, requestId }: Named) => {
  const accountNo = (await tokensOf(context, meterNo)).sales.get(requestId)?.started.accountNo
  if (accountNo === undefined) return rejected('not-found')
  const reached = await context.read(async (database) => {
    const personId = await holderOfAccount(database, accountNo)
    const holder = personId === undefined ? undefined : await reachHolder(database, { tenant: context.caller.tenant, accountNo, personId })
    const { messageLanguage } = (await readHealthSettings(database)).settings
    return { personId, holder, messageLanguage }
  })
  const { personId, holder, messageLanguage: language } = reached
  if (personId === undefined || !(holder?.email || holder?.telephone)) return rejected('sts-holder-unreachable', { accountNo })
  return { personId, channel: holder.email ? ('email' as const) : ('sms' as const), language }
}

const store = recordedStoreOf(resources.stsMeters)

export const meterCommandRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: stsMeterCommands, decider: meterTokensDecider, find: findEach(store), logged },
    {
      manage: {
        prepare: async ({ meterNo }, { kind, amount }, context) => {
          const vendor = await vendorOf(context, meterNo)
          if (isRejection(vendor)) return vendor
          const register = registerOf(kind, amount)
          if (isRejection(register) || kind !== TokenKind.enum.replacementCredit) return isRejection(register) ? register : { register }
          const replacedMeterNo = await context.read((database) => replacedBy(database, meterNo))
          return replacedMeterNo === undefined ? rejected('sts-not-replaced') : { register, replacedMeterNo }
        },
      },
      changeKey: {
        prepare: async ({ meterNo }, _, context) => {
          const vendor = await vendorOf(context, meterNo)
          return isRejection(vendor) ? vendor : {}
        },
        afterwards: async ({ given: { meterNo, requestId }, context, after }) => {
          const change = after.keyChanges.get(requestId)
          if (!change || change.tokens) return undefined
          const vendor = await vendorOf(context, meterNo)
          if (isRejection(vendor)) return vendor
          const tokens = await vendKeyChange(vendor, change)
          if (!isRejection(tokens)) return record(context, { meterNo, requestId }, async () => tokens)
          if (tokens.rejected === 'sts-module-unreachable') return undefined
          const reason = tokens.rejected
          await execute(context, meterTokensDecider, { type: 'CancelKeyChange', meterNo, reason })
          return tokens
        },
      },
    },
  ),
  ...commandRoutes(
    { commands: tokenCommands, decider: meterTokensDecider, find: eachBy(findToken), logged },
    {
      send: { prepare: ({ meterNo, requestId }, _, context) => reachBuyer(context, { meterNo, requestId }) },
      approve: {
        prepare: async ({ meterNo }, _, context) => {
          const vendor = await vendorOf(context, meterNo)
          return isRejection(vendor) ? vendor : {}
        },
        afterwards: async ({ given: { meterNo, requestId }, context, after }) => {
          const management = after.managements.get(requestId)
          if (!management?.approved || management.tokens) return undefined
          return record(context, { meterNo, requestId }, (vendor) => vendManagement(vendor, management))
        },
      },
    },
  ),
]

import { type MeterTokens, soldToOf, vendingMeterOf } from '@nightflow/domain/prepaid/meter-tokens'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import type { SoldMeter } from '@nightflow/projections/joined/sale-facts'
import { stsMetersOfAccount } from '@nightflow/projections/prepaid/tokens'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { meterSeparator } from '@nightflow/schemas/shared/token-rejections'
import type { RequestContext } from '../http/request-context.ts'

export const tokensOf = (context: RequestContext, meterNo: string): Promise<MeterTokens> =>
  stateOfStream(context.log, `${context.caller.tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)

export const panLastFourOf = (pan: string): string => pan.slice(-4)

/** The meter of a sale: the one that is named, or the only one of the account. */
export const meterOfSale = async ({ read }: RequestContext, accountNo: string, wanted?: string): Promise<SoldMeter | Rejection> => {
  return meterAmong(await read((database) => stsMetersOfAccount(database, accountNo)), accountNo, wanted)
}

export const meterAmong = (meters: readonly SoldMeter[], accountNo: string, wanted: string | undefined): SoldMeter | Rejection => {
  if (wanted === undefined && meters.length > 1)
    return rejected('sts-meter-unnamed', { meters: meters.map(({ meterNo }) => meterNo).join(meterSeparator) })
  const meter = wanted === undefined ? meters[0] : meters.find(({ meterNo }) => meterNo === wanted)
  return meter ?? rejected('sts-meter-not-of-account', { accountNo, meterNo: wanted ?? '-' })
}

/** 20 digits that every module reads: the answer says whether it has the key of a meter. */
const probe = '00000000000000000000'

/** The vending module of the caller's tenant, which has the key of this meter; or why no token can be made. */
export const vendorFor = async (
  { vending, caller: { tenant }, logger }: RequestContext,
  registered: MeterTokens['registered'],
): Promise<TokenVendor | Rejection> => {
  if (!registered) return rejected('sts-meter-unknown')
  const vendor = await vending?.(tenant)
  if (!vendor) return rejected('sts-no-module')
  const read = await vendor.verify(vendingMeterOf(soldToOf(registered)), probe).catch((error: unknown) => {
    logger.warn({ err: error, tenant }, 'the vending module does not answer')
    return rejected('sts-module-unreachable')
  })
  return isRejection(read) && read.rejected !== 'sts-class-reserved' ? read : vendor
}

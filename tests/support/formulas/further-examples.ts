import { commissionOf } from '@nightflow/domain/agents/commission-of'
import { differenceOf } from '@nightflow/domain/billing/burned-periods'
import { lastsUntil } from '@nightflow/domain/billing/lasts-until'
import { withRuler } from '@nightflow/domain/devices/pressure-ruler'
import { deviationsOf, pressureDays } from '@nightflow/domain/devices/pressure-state'
import { crcOf } from '@nightflow/domain/prepaid/sts/token-crc'
import { type BaseDateYear, nextTokenIdentifier } from '@nightflow/domain/prepaid/sts/token-identifier'
import { exactParts, type TransferAmount, transferAmount } from '@nightflow/domain/prepaid/sts/transfer-amount'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { minorOfAmount as minorOf } from '@nightflow/schemas/agents/agent-money'
import type { Example } from './example.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
const minute = 60_000
const noLimits = { upper: null, lower: null, abruptChange: null }

/** Examples of devices, agents and prepayment. */
export const furtherExamples: Readonly<Record<string, Example>> = {
  'F-PRES-1': (given) => ({
    pressure: withRuler([{ at: start, kilopascal: given.number('sent value') }], given.number('ruler'))[0]!.kilopascal,
  }),
  'F-PRES-2': (given) => {
    const readings = given.numbers('readings of a day').map((kilopascal, place) => ({ at: start + place * 15 * minute, kilopascal }))
    const { minimum, mean, maximum } = pressureDays(noLimits, readings, calendarOf('UTC'))[0]!
    return { minimum, mean, maximum }
  },
  'F-PRES-3': (given) => {
    const limits = {
      upper: given.number('upper limit'),
      lower: given.number('lower limit'),
      abruptChange: given.number('limit of a change'),
    }
    const [before, after] = given.numbers('two readings').map((kilopascal, place) => ({
      ...{ at: start + place * given.number('minutes between') * minute, kilopascal },
    }))
    return { deviations: deviationsOf(limits, after!, before) }
  },
  'F-AGENT-1': (given) => ({ 'amounts in hundredths': given.numbers('recharges').map(minorOf) }),
  'F-AGENT-2': (given) => {
    const rates = given.numbers('basis points')
    return { commission: given.numbers('amounts').map((amount, place) => commissionOf(minorOf(amount), rates[place]!)) }
  },
  'F-PREPAID-1': (given) => {
    const used = { priceScheme: 'Village', version: 1, kind: 'volume' as const, step: 1, litres: 0, unitPriceMinor: 100 }
    const before = { ...used, amountMinor: minorOf(given.number('deducted before')), vatMinor: 0 }
    const amountMinor = minorOf(given.number('cost up to the day, without VAT'))
    const charges = [{ ...used, amountMinor, vatMinor: minorOf(given.number('VAT')), from: start, to: start, dividedBy: null }]
    const lines = differenceOf(charges, [before])
    return { deduction: lines.reduce((sum, line) => sum + line.amountMinor + line.vatMinor, 0) / 100 }
  },
  'F-PREPAID-2': (given) => {
    const amounts = given.numbers('deductions').map(minorOf)
    const end = dayOfDate(given.text('last deducted day')) + 1
    const periodFrom = dateOfDay(end - amounts.length)
    const deductions = amounts.map((totalMinor, nth) => ({ periodFrom, periodTo: dateOfDay(end - amounts.length + nth + 1), totalMinor }))
    const lasts = lastsUntil(deductions, minorOf(given.number('balance')))!
    return { average: lasts.averageMinor / 100, 'lasts until': lasts.day }
  },
  'F-STS-1': (given) => {
    const baseDate = Number(given.text('base date')) as BaseDateYear
    const sale = Date.parse(given.text('time of the sale'))
    return {
      'identifier of a meter without tokens': nextTokenIdentifier(baseDate, sale) as number,
      'identifier after the later token': nextTokenIdentifier(
        baseDate,
        sale,
        given.number('identifier of a later token of the meter'),
      ) as number,
    }
  },
  'F-STS-2': (given) => {
    const units = given.number('bought') * 10
    const amount = transferAmount(units) as TransferAmount
    return {
      code: amount.code,
      'amount of the token': amount.units / 10,
      'booked round-up': amount.roundedUpUnits / 10,
      'tokens of exact parts': (exactParts(units) as number[]).length,
    }
  },
  'F-STS-4': (given) => {
    const crc = crcOf(given.number('class'), BigInt(`0x${given.text('bits of the block, hexadecimal')}`))
    return { 'checksum, hexadecimal': crc.toString(16).padStart(4, '0') }
  },
}

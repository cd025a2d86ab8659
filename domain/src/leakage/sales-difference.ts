/** At least this share of the days of a period is known for its supply to be scaled up to all of them. */
export const suppliedShareMin = 0.9

export type SoldPeriod = {
  /** Sum of the supply of the known days. */
  suppliedLitres: number
  days: number
  daysKnown: number
  /** Null where no customer's meter has a bill. */
  soldLitres: number | null
  meters: number
  metersBilled: number
}

export type SalesFigures = {
  producedLitres: number | null
  differenceLitres: number | null
  differenceRate: number | null
  completenessShare: number | null
}

/** Difference of production and sales of a billing period. */
export const salesFigures = ({ suppliedLitres, days, daysKnown, soldLitres, meters, metersBilled }: SoldPeriod): SalesFigures => {
  const suppliedShare = daysKnown / days
  const producedLitres = suppliedShare >= suppliedShareMin ? Math.round(suppliedLitres / suppliedShare) : null
  const differenceLitres = producedLitres === null || soldLitres === null ? null : producedLitres - soldLitres
  return {
    producedLitres,
    differenceLitres,
    differenceRate: differenceLitres === null || !producedLitres ? null : differenceLitres / producedLitres,
    completenessShare: meters === 0 ? null : Math.min(suppliedShare, metersBilled / meters),
  }
}

export type BillingPeriod = { name: string; from: string; to: string }

const monthsOfYear = 12
const monthText = (place: number): string => `${Math.floor(place / monthsOfYear)}-${String((place % monthsOfYear) + 1).padStart(2, '0')}`

/** Billing periods of so many months that some days touch, the newest first. They begin with the year. */
export const billingPeriods = (from: string, to: string, months: number): BillingPeriod[] => {
  const placeOf = (day: string): number => Number(day.slice(0, 4)) * monthsOfYear + Number(day.slice(5, 7)) - 1
  const periods: BillingPeriod[] = []
  for (let place = placeOf(from) - (placeOf(from) % months); place <= placeOf(to); place += months) {
    const last = place + months - 1
    const lastDay = new Date(Date.UTC(Math.floor(last / monthsOfYear), (last % monthsOfYear) + 1, 0)).getUTCDate()
    periods.push({
      name: months === 1 ? monthText(place) : `${monthText(place)} – ${monthText(last)}`,
      from: `${monthText(place)}-01`,
      to: `${monthText(last)}-${lastDay}`,
    })
  }
  return periods.reverse()
}

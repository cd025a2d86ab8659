import { Badge, Stack, Text, Title } from '@mantine/core'
import type { BillLine, BillVolume } from '@nightflow/schemas/billing/bill'
import type { BillCalculation, CalculationDay } from '@nightflow/schemas/billing/bill-documents'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useEventLink } from '#shell/use-event-link.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

type Days = readonly CalculationDay[]
const ways = ['measured', 'accepted', 'estimated', 'edited', 'unknown'] as const
/** Days that a person decided, listed one by one. */
const decidedDaysShown = 60

/** The price scheme and version of a line: opens the version, with the event that published it. */
export function VersionLink({
  line,
  versions,
}: {
  line: Pick<BillLine, 'priceScheme' | 'version'>
  versions: BillCalculation['versions']
}) {
  const eventLink = useEventLink()
  const { priceScheme, version } = line
  const name = `${priceScheme}, ${version}`
  const found = versions.find((each) => each.priceScheme === priceScheme && each.version === version)
  if (!found) return name
  return (
    <>
      {found.priceSchemeId === null ? (
        name
      ) : (
        <ScreenLink screen="billing/price-schemes" search={{ scheme: `${found.priceSchemeId}-${version}` }} className="nf-link">
          {name}
        </ScreenLink>
      )}
      {found.position !== null && eventLink && <Text size="xs">{eventLink(found.position)}</Text>}
    </>
  )
}

/** The meters whose days a line was taken from: each opens its readings of the period. */
export function LineReadings({ line, calculation }: { line: BillLine; calculation: BillCalculation }) {
  const { timeZone } = useSession()
  const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const [from, to] = [localDay.format(line.from), localDay.format(line.to - 1)]
  const days = calculation.days.filter(({ day }) => day >= from && day <= to)
  return [...new Set(days.map(({ meterNo }) => meterNo))].map((meterNo) => (
    <Text key={meterNo} size="xs">
      <Readings meterNo={meterNo} days={days.filter((day) => day.meterNo === meterNo)} />
    </Text>
  ))
}

/** The meter of a volume, how its days are known, and what counts for them where that has become something else. */
export function VolumeEvidence({ volume, calculation }: { volume: BillVolume; calculation: BillCalculation }) {
  const { t } = useTranslation('billing')
  const { cubicMetres } = useFormat()
  const { meterNo, month, litres } = volume
  const isOf = (each: { meterNo: string }) => each.meterNo === meterNo
  const counted = calculation.volumes.find((each) => isOf(each) && each.month === month)?.litresNow ?? null
  const registers = calculation.meters.find(isOf)
  return (
    <>
      <Readings meterNo={meterNo} days={calculation.days.filter((each) => isOf(each) && each.day.startsWith(month))} />
      {registers?.before && registers.after && (
        <Text size="xs" c="dimmed">
          {t('bill.evidence.registers', { before: cubicMetres(registers.before.litres, 3), after: cubicMetres(registers.after.litres, 3) })}
        </Text>
      )}
      {counted !== null && counted !== litres && (
        <Badge variant="light" color="orange">
          {t('bill.evidence.changed', { volume: cubicMetres(counted, 3) })}
        </Badge>
      )}
    </>
  )
}

function Readings({ meterNo, days }: { meterNo: string; days: Days }) {
  const counted = useCountedDays()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return meterNo
  return (
    <>
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} search={{ from: first.day, to: last.day }} className="nf-link">
        {meterNo}
      </ScreenLink>{' '}
      <Text span size="xs" c="dimmed">
        {counted(days)}
      </Text>
    </>
  )
}

/** `29 measured, 2 estimated` in the reader's language. */
function useCountedDays() {
  const { t } = useTranslation('billing')
  return (days: Days): string =>
    ways
      .map((way) => ({ way, count: days.filter(({ how }) => (how ?? 'unknown') === way).length }))
      .filter(({ count }) => count > 0)
      .map(({ way, count }) => t('bill.evidence.counted', { count, way: t(`bill.evidence.how.${way}`) }))
      .join(', ')
}

/** The days that a person decided, each with what counts, why, and the event of the decision. */
export function DecidedDays({ days }: { days: Days }) {
  const { t } = useTranslation('billing')
  const { day: written, cubicMetres } = useFormat()
  const eventLink = useEventLink()
  const decided = days.filter(({ position }) => position !== null)
  if (decided.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={4} size="h6">
        {t('bill.evidence.decided', { count: decided.length })}
      </Title>
      <FigureTable
        minWidth={440}
        rows={decided.slice(0, decidedDaysShown)}
        keyOf={({ day, meterNo }) => `${day} ${meterNo}`}
        columns={[
          { head: t('bill.evidence.day'), cell: ({ day }) => written(day) },
          { head: t('bill.lines.meter'), cell: ({ meterNo, day }) => <OneDay meterNo={meterNo} day={day} /> },
          {
            head: t('bill.evidence.known'),
            cell: ({ how }) => <Badge variant="light">{t(`bill.evidence.how.${how ?? 'unknown'}`)}</Badge>,
          },
          { head: t('bill.lines.volume'), isNumber: true, cell: ({ litres }) => (litres === null ? '–' : cubicMetres(litres, 3)) },
          {
            head: t('bill.field.reason'),
            cell: ({ reason, position }) => (
              <>
                {reason} {position !== null && eventLink?.(position)}
              </>
            ),
          },
        ]}
      />
    </Stack>
  )
}

function OneDay({ meterNo, day }: { meterNo: string; day: string }) {
  return (
    <ScreenLink screen="devices/meter" params={{ number: meterNo }} search={{ from: day, to: day }} className="nf-link">
      {meterNo}
    </ScreenLink>
  )
}

import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { findMeterPartition } from '@nightflow/schemas/leakage/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callEveryPage } from '#api/call-every-page.ts'
import { meterQuery } from '#devices/devices-queries.ts'
import { MeterDetails } from '#devices/meter-details.tsx'
import { MeterHistory } from '#devices/meter-history.tsx'
import { MeterPlaces } from '#devices/meter-places.tsx'
import { RecordResetButton } from '#devices/record-reset-button.tsx'
import { ValveControl, ValvePanel } from '#devices/valve-panel.tsx'
import { CorrectReadingButton } from '#metering/correct-reading-button.tsx'
import { MeterScreen } from '#metering/meter-screen.tsx'
import { useMay } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import type { DayRangeChoice } from '#ui/day-range.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Props = { number: string; choice: DayRangeChoice; onChoice: (choice: DayRangeChoice) => void }

/** One meter, put together from metering (its water), devices (itself, its valve) and leakage (where it counts). */
export function MeterPage({ number, choice, onChoice }: Props) {
  const meter = useQuery(meterQuery(number))
  const mayOperate = useMay('devices:valve:operate')
  const mayRead = useMay('metering:readings:read')
  const mayCorrect = useMay('devices:meter:correct')
  if (meter.isError) return <ErrorState isScreen error={meter.error} onRetry={() => meter.refetch()} />
  if (!meter.data) return <ChartSkeleton height={420} />
  return (
    <MeterScreen
      meter={meter.data}
      choice={choice}
      onChoice={onChoice}
      mayReadReadings={mayRead}
      resetTool={mayCorrect ? (suggestion) => <RecordResetButton meter={meter.data} suggestion={suggestion} /> : null}
      details={
        <>
          <DetailsOfMeter meter={meter.data} />
          <MeterPlaces number={number} timeZone={meter.data.timeZone} />
        </>
      }
      history={<MeterHistory meter={meter.data} />}
      status={meter.data.hasValve && <ValveControl meter={meter.data} mayOperate={mayOperate} />}
      valve={meter.data.hasValve && <ValvePanel meter={meter.data} />}
    />
  )
}

export function DetailsOfMeter({ meter }: { meter: MeterDetail }) {
  const mayCorrect = useMay('devices:meter:correct')
  return (
    <MeterDetails
      meter={meter}
      partitions={<MeterPartitions number={meter.number} />}
      corrections={mayCorrect && <Corrections meter={meter} />}
    />
  )
}

function Corrections({ meter }: { meter: MeterDetail }) {
  return (
    <>
      <CorrectReadingButton meter={meter} />
      <RecordResetButton meter={meter} />
    </>
  )
}

function MeterPartitions({ number }: { number: string }) {
  const { t } = useTranslation('leakage')
  const maySee = useMay('leakage:partition:read')
  const partitions = useQuery({
    queryKey: ['meter-partition', number],
    queryFn: ({ signal }) => callEveryPage(findMeterPartition, { number }, signal),
    enabled: maySee,
  })
  if (!partitions.data || partitions.data.rows.length === 0) return '–'
  return partitions.data.rows.map(({ id, name, role }) => (
    <div key={`${id}-${role}`}>
      <ScreenLink screen="leakage/index" search={{ partition: id }} className="nf-link">
        {name}
      </ScreenLink>{' '}
      <span className="nf-dimmed">{t(`meterRole.${role}`)}</span>
    </div>
  ))
}

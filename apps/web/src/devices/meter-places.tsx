import '#devices/valve.css'
import { Group, Text } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { findMeterPlaces, type PlacedMeter, type MeterPlaces as Places } from '@nightflow/schemas/devices/meter-places'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { instantOfWall } from '#ui/local-days.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

/** The meters of one service point with their dates and registers, and which of them counted at a moment. */
export function MeterPlaces({ number, timeZone }: { number: string; timeZone: string }) {
  const { t } = useTranslation('devices')
  const { inputDates } = useFormat()
  const [moment, setMoment] = useState<string | null>(null)
  const at = moment === null ? undefined : instantOfWall(moment, timeZone)
  const places = useQuery({
    queryKey: ['meter', number, 'places', at ?? ''],
    queryFn: ({ signal }) => call(findMeterPlaces, { number, at }, signal),
    placeholderData: (before) => before,
  })
  if (!places.data || places.data.meters.length === 0) return null
  return (
    <section className="nf-panel" aria-label={t('places.title')}>
      <Group px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('places.title')}
        </Text>
      </Group>
      <Group px="sm" pt="xs" gap="sm" align="end">
        <DateTimePicker
          size="xs"
          w={190}
          clearable
          valueFormat={inputDates.moment}
          label={t('places.at')}
          value={moment}
          onChange={setMoment}
        />
        {at !== undefined && <Counted counted={places.data.counted} timeZone={timeZone} />}
      </Group>
      <ScrollRegion label={t('places.title')} heightMax={360}>
        <ol className="nf-operations">
          {places.data.meters.toReversed().map((meter) => (
            <Placed key={`${meter.number} ${meter.from}`} meter={meter} timeZone={timeZone} />
          ))}
        </ol>
      </ScrollRegion>
    </section>
  )
}

function Counted({ counted, timeZone }: { counted: Places['counted']; timeZone: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  if (!counted) return null
  if (counted.number === null) return <Text size="sm">{t('places.noMeter')}</Text>
  const register = counted.registerLitres === null ? '–' : format.cubicMetres(counted.registerLitres, 3)
  return (
    <Text size="sm" role="status">
      {t('places.counted', { number: counted.number, register })}
      {counted.readAt !== null && (
        <>
          {' · '}
          <InstantText at={counted.readAt} timeZone={timeZone} />
        </>
      )}
      {counted.place !== null && ` · ${writtenPlace(counted.place)}`}
    </Text>
  )
}

/** The address, or the position where there is none. */
const writtenPlace = ({ address, longitude, latitude }: PlacedMeter['places'][number]): string =>
  address ?? [latitude, longitude].filter((degrees) => degrees !== null).join(', ')

function Placed({ meter, timeZone }: { meter: PlacedMeter; timeZone: string }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { number, from, to, firstLitres, lastLitres, modules, places } = meter
  const register = (litres: number | null): string => (litres === null ? '–' : `${format.cubicMetres(litres, 3)} m³`)
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
          {number}
        </ScreenLink>
        {to === null && <StatusBadge meaning="good" label={t('places.counts')} />}
      </Group>
      <Text size="sm" component="div">
        <InstantText at={from} timeZone={timeZone} />
        {' – '}
        {to === null ? t('places.now') : <InstantText at={to} timeZone={timeZone} />}
      </Text>
      {(firstLitres ?? lastLitres) !== null && (
        <Text size="sm" className="nf-figures">
          {t('places.registers', { first: register(firstLitres), last: register(lastLitres) })}
        </Text>
      )}
      {places.map((place) => (
        <Text key={place.from} size="sm" component="div">
          {writtenPlace(place)}
          {places.length > 1 && (
            <>
              {' · '}
              <InstantText at={place.from} timeZone={timeZone} />
              {' – '}
              {place.to === null ? t('places.now') : <InstantText at={place.to} timeZone={timeZone} />}
            </>
          )}
        </Text>
      ))}
      {modules.map(({ from: since, to: until, imei, sim, concentratorNo }) => (
        <Text key={`${since} ${concentratorNo}`} size="xs" c="dimmed" component="div">
          {concentratorNo === null
            ? [imei && t('places.imei', { imei }), sim && t('places.sim', { sim })].filter(Boolean).join(' · ')
            : t('places.concentrator', { concentratorNo })}
          {' · '}
          <InstantText at={since} timeZone={timeZone} />
          {' – '}
          {until === null ? t('places.now') : <InstantText at={until} timeZone={timeZone} />}
        </Text>
      ))}
    </li>
  )
}

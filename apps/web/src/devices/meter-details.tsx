import { Group, Text } from '@mantine/core'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClosingReasons } from '#devices/closing-reasons.tsx'
import { EditMeterButton } from '#devices/edit-meter-button.tsx'
import { ReplaceMeterButton } from '#devices/replace-meter-button.tsx'
import { useFieldRows } from '#devices/use-field-rows.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { meter: MeterDetail; partitions: ReactNode; corrections: ReactNode }

/** Facts of a meter and the rules by which its registers become volumes. */
export function MeterDetails({ meter, partitions, corrections }: Props) {
  const mayReplace = useMay('devices:meter:replace')
  const mayEdit = useMay('devices:meter:edit')
  const maySeeHistory = useMay('audit:log:read')
  const { tenant } = useSession()
  const { t } = useTranslation('devices')
  const format = useFormat()
  const meterLink = (number: string | null) =>
    number && (
      <ScreenLink screen="devices/meter" params={{ number }} className="nf-link">
        {number}
      </ScreenLink>
    )
  const closedFor = useClosingReasons()(meter.closingReasons)
  const rows: [string, ReactNode][] = [
    [t('detail.address'), meter.address],
    [t('detail.partitions'), partitions],
    ...useFieldRows(meter),
    [t('detail.timeZone'), meter.timeZone],
    [t('detail.caliber'), meter.caliberMillimetres === null ? null : `${format.number(meter.caliberMillimetres)} mm`],
    [
      t('detail.position'),
      meter.longitude === null || meter.latitude === null
        ? null
        : `${format.number(meter.latitude, 5)}, ${format.number(meter.longitude, 5)}`,
    ],
    [t('detail.battery'), meter.batteryMillivolt === null ? null : `${format.number(meter.batteryMillivolt / 1000, 2)} V`],
    [t('meters.field.closingReasons'), closedFor],
    [t('detail.registeredAt'), <InstantText key="registered" at={meter.registeredAt} timeZone={meter.timeZone} />],
    [t('detail.replaces'), meterLink(meter.replaces)],
    [t('detail.replacedBy'), meterLink(meter.replacedBy)],
    [t('detail.registerWidth'), meter.registerWidthLitres === null ? null : `${format.cubicMetres(meter.registerWidthLitres, 0)} m³`],
    [t('detail.backflowTolerance'), `${format.number(meter.backflowToleranceLitres)} L`],
    [
      t('detail.maximumFlow'),
      meter.maximumFlowLitresPerHour === null ? null : t('detail.flow', { flow: format.cubicMetres(meter.maximumFlowLitresPerHour) }),
    ],
    [
      t('detail.resets'),
      meter.resets.length === 0
        ? null
        : meter.resets.map(({ resetAt, finalLitres, initialLitres }) => (
            <div key={resetAt}>
              <InstantText at={resetAt} timeZone={meter.timeZone} />{' '}
              {t('detail.reset', { final: format.cubicMetres(finalLitres, 3), initial: format.cubicMetres(initialLitres, 3) })}
            </div>
          )),
    ],
    [
      t('detail.maximumGap'),
      t('detail.hours', { hours: format.number(meter.maximumGapSeconds / 3600, meter.maximumGapSeconds % 3600 === 0 ? 0 : 1) }),
    ],
  ]
  return (
    <section className="nf-panel" aria-label={t('detail.title')}>
      <Group justify="space-between" px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('detail.title')}
        </Text>
        {maySeeHistory && (
          <ScreenLink screen="audit/events" search={{ stream: `${tenant}/devices-meter-${meter.number}` }} className="nf-link">
            {t('detail.history')}
          </ScreenLink>
        )}
      </Group>
      <Group gap="xs" px="sm" pt="xs">
        {corrections}
        {mayEdit && <EditMeterButton meter={meter} />}
        {mayReplace && meter.replacedBy === null && <ReplaceMeterButton meter={meter} />}
      </Group>
      <dl className="nf-details">
        {rows
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

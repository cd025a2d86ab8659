import { Drawer } from '@mantine/core'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { meterQuery } from '#devices/devices-queries.ts'
import { MeterHistory } from '#devices/meter-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Props = { number: string | undefined; onClose: () => void; details: (meter: MeterDetail) => ReactNode }

/** One meter beside the list: what is known of it, what can be done, and its history. Its readings are on its own page. */
export function MeterDrawer({ number, onClose, details }: Props) {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const meter = useQuery({ ...meterQuery(number ?? ''), enabled: number !== undefined })
  return (
    <Drawer
      opened={number !== undefined}
      onClose={onClose}
      position="right"
      size={640}
      title={
        number && (
          <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures" onClick={onClose}>
            {t('meters.open', { number })}
          </ScreenLink>
        )
      }
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {meter.isError && <ErrorState error={meter.error} onRetry={() => meter.refetch()} compact />}
      {number !== undefined && meter.isPending && <ChartSkeleton height={320} />}
      {meter.data && (
        <div className="nf-stack">
          {details(meter.data)}
          <MeterHistory meter={meter.data} />
        </div>
      )}
    </Drawer>
  )
}

import { Group, Text } from '@mantine/core'
import { findReadingRates } from '@nightflow/schemas/dashboard/use-reports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Reading rate over the last 30 and 180 days. */
export function ReadingRates() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const found = useQuery({ queryKey: [findReadingRates.path], queryFn: ({ signal }) => call(findReadingRates, {}, signal) })
  if (found.isError) return <ErrorState error={found.error} compact />
  if (!found.data) return null
  return (
    <Group className="nf-panel" gap="lg" px="sm" py={6}>
      {found.data.rates.map(({ days, share }) => (
        <Text key={days} size="sm" className="nf-figures">
          {t('report.readingRate', { days })} <strong>{share === null ? '–' : format.completeness(share)}</strong>
        </Text>
      ))}
    </Group>
  )
}

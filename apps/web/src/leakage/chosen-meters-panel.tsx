import { Alert, Button, Group, Text } from '@mantine/core'
import { metersPerImportMax } from '@nightflow/schemas/leakage/meter-choice'
import { useTranslation } from 'react-i18next'
import { type ChosenMeters, isUnopened, noMeters, remainingQuota, unopenedOf, withBulkMeters } from '#leakage/chosen-meters.ts'
import { useMeterFitText } from '#leakage/use-meter-fit-text.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  meters: ChosenMeters
  role: 'summary' | 'sub'
  onMeters: (meters: ChosenMeters) => void
  /** Why the selection was not associated. */
  failure: string | null
}

/** Refused meters that are listed one by one. */
const listedMax = 50

/** The chosen meters, the remaining quota, and the refused meters with their reason. */
export function ChosenMetersPanel({ meters, role, onMeters, failure }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const fitText = useMeterFitText()
  const unopened = unopenedOf(meters)
  const refused = [...meters.refused.values()].filter((fit) => !isUnopened(fit))
  const doubled = [...meters.chosen.values()].filter(({ elsewhere }) => elsewhere.length > 0)
  return (
    <div className="nf-stack">
      <Group gap="md" role="status">
        <Text size="sm" fw={600} className="nf-figures">
          {t('choose.chosen', { number: format.number(meters.chosen.size), max: format.number(metersPerImportMax) })}
        </Text>
        <Text size="sm" c="dimmed" className="nf-figures">
          {t('choose.remaining', { number: format.number(remainingQuota(meters)) })}
        </Text>
        {meters.chosen.size > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onMeters(noMeters)}>
            {t('choose.clear')}
          </Button>
        )}
      </Group>
      {meters.beyondQuota > 0 && (
        <Alert color="yellow" variant="light" py="xs" role="alert">
          {t('choose.beyondQuota', { number: format.number(meters.beyondQuota), max: format.number(metersPerImportMax) })}
        </Alert>
      )}
      {role === 'sub' && unopened.length > 0 && (
        <Alert color="yellow" variant="light" py="xs" role="alert" title={t('choose.unopenedText', { count: unopened.length })}>
          <Text size="sm" className="nf-figures" lineClamp={3}>
            {format.list(unopened.slice(0, listedMax).map(({ number }) => number))}
          </Text>
          <Button size="compact-xs" variant="default" mt={4} onClick={() => onMeters(withBulkMeters(meters))}>
            {t('choose.asBulk', { count: unopened.length })}
          </Button>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red" variant="light" py="xs" role="alert" title={t('choose.refused', { number: format.number(refused.length) })}>
          <ul className="nf-check-list">
            {refused.slice(0, listedMax).map((fit) => (
              <li key={fit.number}>{fitText(fit)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {doubled.length > 0 && (
        <Alert color="yellow" variant="light" py="xs" title={t('check.elsewhere', { number: format.number(doubled.length) })}>
          <ul className="nf-check-list">
            {doubled.slice(0, listedMax).map((fit) => (
              <li key={fit.number}>
                <b className="nf-figures">{fit.number} </b>
                {fitText(fit)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {failure && (
        <Alert color="red" variant="light" py="xs" role="alert">
          {failure}
        </Alert>
      )}
    </div>
  )
}

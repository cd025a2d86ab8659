import { Button, Group, Text } from '@mantine/core'
import type { Mark } from '@nightflow/schemas/leakage/investigation'
import { useTranslation } from 'react-i18next'
import { MarkLink, useMarkText } from '#leakage/investigation/use-mark-text.tsx'
import { dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = { mark: Mark; timeZone: string; onDay: (day: string) => void; onClose: () => void }

/** The chosen mark: what it is, when it was, its source, and the hours of its day. */
export function MarkDetail({ mark, timeZone, onDay, onClose }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const textOf = useMarkText()
  const until = mark.until === null ? '' : ` – ${format.instant(mark.until, timeZone)}`
  return (
    <section className="nf-panel" aria-label={t('investigation.chosen')}>
      <Group justify="space-between" px="sm" py={6} wrap="wrap">
        <div>
          <Text size="sm" fw={600}>
            {t(`investigation.lane.${mark.kind}`)} · {textOf(mark)}
          </Text>
          <Text size="xs" c="dimmed">
            {format.instant(mark.at, timeZone)}
            {until}
          </Text>
        </div>
        <Group gap="xs">
          <MarkLink mark={mark}>{t('investigation.source')}</MarkLink>
          <Button size="compact-xs" variant="light" onClick={() => onDay(dayOf(Date.parse(mark.at), timeZone))}>
            {t('investigation.hoursOfDay')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onClose}>
            {shared('action.close')}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

/** Marks that a sheet of paper has room for. */
const listedMax = 16

/** The marks as lines, for paper: the newest, and how many there are besides. */
export function MarkList({ marks, timeZone }: { marks: readonly Mark[]; timeZone: string }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const textOf = useMarkText()
  const newest = marks.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, listedMax)
  return (
    <section className="nf-panel">
      <ul className="nf-mark-list">
        {newest.map((mark, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of paper has no state
          <li key={place}>
            <time dateTime={mark.at}>{format.instant(mark.at, timeZone)}</time> {t(`investigation.lane.${mark.kind}`)} · {textOf(mark)}
          </li>
        ))}
      </ul>
      {marks.length > listedMax && (
        <Text size="xs" c="dimmed" px="md" pb={6}>
          {t('investigation.moreMarks', { count: marks.length - listedMax })}
        </Text>
      )}
    </section>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeReading, type KeptReading, type RoundPerson, removeReading } from '#metering/round/round-store.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = { person: RoundPerson; readings: readonly KeptReading[]; onChanged: () => void }

/** Readings that need the reader: refused ones, and those of meters that others read in the same round. */
export function KeptPanel({ person, readings, onChanged }: Props) {
  const { t } = useTranslation('metering')
  const refused = readings.filter(({ state }) => state === 'refused')
  const second = readings.filter(({ state, earlier }) => state === 'sent' && earlier !== null)
  if (refused.length + second.length === 0) return null
  return (
    <section className="nf-panel nf-round-panel" aria-label={t('round.attention')}>
      <Text className="nf-panel-title">{t('round.attention')}</Text>
      <Stack gap="md" mt="xs">
        {refused.map((reading) => (
          <Refused key={reading.readingId} reading={reading} person={person} onChanged={onChanged} />
        ))}
        {second.map((reading) => (
          <AlreadyRead key={reading.readingId} reading={reading} person={person} />
        ))}
      </Stack>
    </section>
  )
}

function useWhat(person: RoundPerson) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  return ({ number, litres, reason, at }: KeptReading) =>
    t('round.what', {
      number,
      what: litres === null ? t(`round.reason.${reason}`) : `${format.number(litres / 1000, 3)} m³`,
      at: format.instant(at, person.timeZone),
    })
}

const photoRefusals = ['storage-full', 'too-large', 'unsupported-media-type', 'reading-id-used']

/** A refused reading stays on the phone until its reader decides. */
function Refused({ reading, person, onChanged }: { reading: KeptReading; person: RoundPerson; onChanged: () => void }) {
  const { t } = useTranslation('metering')
  const what = useWhat(person)
  const [isAsking, setIsAsking] = useState(false)
  const { readingId, refusal, litres, planId, photo } = reading
  const again = async (change: Partial<KeptReading>) => {
    await changeReading(readingId, { ...change, state: 'kept', refusal: null })
    onChanged()
  }
  const discard = async () => {
    await removeReading(readingId)
    onChanged()
  }
  const isOfPlan = refusal?.code.startsWith('walk-by-') === true
  const isOfPhoto = photo !== null && photoRefusals.includes(refusal?.code ?? '')
  return (
    <div>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <IconAlertTriangle size={18} color="var(--nf-amber-text)" aria-hidden />
        <div>
          <Text size="sm" fw={600}>
            {what(reading)}
          </Text>
          <Text size="sm">{refusal?.text}</Text>
        </div>
      </Group>
      <Group gap="xs" mt={6}>
        {refusal?.code === 'reading-implausible' && <Choice label={t('round.confirm')} onPress={() => again({ isConfirmed: true })} />}
        {isOfPlan && litres !== null && planId !== null && <Choice label={t('round.asManual')} onPress={() => again({ planId: null })} />}
        {isOfPhoto && <Choice label={t('round.withoutPhoto')} onPress={() => again({ photo: null })} />}
        {!isOfPlan && refusal?.code !== 'reading-implausible' && <Choice label={t('round.again')} onPress={() => again({})} />}
        {isAsking ? (
          <Choice label={t('round.discardSure')} isDanger onPress={discard} />
        ) : (
          <Choice label={t('round.discard')} onPress={() => setIsAsking(true)} />
        )}
      </Group>
    </div>
  )
}

function Choice({ label, isDanger = false, onPress }: { label: string; isDanger?: boolean; onPress: () => void }) {
  return (
    <Button variant={isDanger ? 'filled' : 'default'} color={isDanger ? 'red.8' : undefined} size="sm" onClick={onPress}>
      {label}
    </Button>
  )
}

function AlreadyRead({ reading, person }: { reading: KeptReading; person: RoundPerson }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const what = useWhat(person)
  const { takenBy, readAt, litres } = reading.earlier!
  const other = { by: takenBy ?? '–', at: format.instant(readAt, person.timeZone), register: format.number(litres / 1000, 3) }
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconUsers size={18} aria-hidden />
      <div>
        <Text size="sm" fw={600}>
          {what(reading)}
        </Text>
        <Text size="sm">{t('round.alreadyRead', other)}</Text>
      </div>
    </Group>
  )
}

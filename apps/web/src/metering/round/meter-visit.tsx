import { Alert, Button, FileButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { plausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { IconAlertTriangle, IconArrowRight, IconCamera, IconEyeOff, IconUsers } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keypad } from '#metering/round/keypad.tsx'
import { NotReadForm } from '#metering/round/not-read-form.tsx'
import { doubtOf, historyOf, litresOf, type RoundMeter } from '#metering/round/round-progress.ts'
import type { KeptReading, RoundPerson } from '#metering/round/round-store.ts'
import { useVisit } from '#metering/round/use-visit.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  person: RoundPerson
  plan: { walkById: number; planId: string; name: string }
  meter: RoundMeter
  /** From one, and of how many. */
  place: number
  total: number
  readings: readonly KeptReading[]
  onKept: () => void
  onNext: () => void
}

/** One meter of the round: what it showed before, what it shows now, or why it could not be read. */
export function MeterVisit(props: Props) {
  const { person, meter, place, total, readings, onNext } = props
  const { t } = useTranslation('metering')
  const format = useFormat()
  const visit = useVisit(props)
  const [isNotRead, setIsNotRead] = useState(false)
  const history = historyOf(meter, readings)
  const litres = litresOf(visit.typed)
  // Half a register is always too low: the doubt is said when the whole one is to be saved.
  const [savedOnce, setSavedOnce] = useState<string>()
  const doubt = litres === undefined || savedOnce !== visit.typed ? undefined : doubtOf(litres, history, Date.now())
  const save = () => {
    if (litres === undefined) return
    if (doubt === undefined && doubtOf(litres, history, Date.now()) !== undefined) setSavedOnce(visit.typed)
    else void visit.keep(litres, doubt !== undefined)
  }
  const cubic = (value: number) => format.number(value / 1000, 3)
  if (isNotRead)
    return (
      <NotReadForm
        number={meter.number}
        problem={visit.problem}
        onCancel={() => setIsNotRead(false)}
        onReport={async (reason, note) => {
          if (await visit.keepNotRead(reason, note)) setIsNotRead(false)
        }}
      />
    )
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" c="dimmed">
          {t('round.place', { place, total })}
        </Text>
        <Title order={2} size="h3" className="nf-wrap">
          {meter.address ?? meter.name ?? t('round.noAddress')}
        </Title>
        <Text className="nf-figures">{t('round.meter', { number: meter.number })}</Text>
        {meter.address && meter.name && <Text size="sm">{meter.name}</Text>}
      </div>
      <Text size="sm">
        {history.previousLitres === null || history.previousAt === null
          ? t('round.noPrevious')
          : t('round.previous', { previous: cubic(history.previousLitres), at: format.instant(history.previousAt, person.timeZone) })}
        <Expected history={history} />
      </Text>
      <OthersReading meter={meter} person={person} />
      <TextInput
        label={t('round.register')}
        value={visit.typed}
        onChange={(event) => visit.type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && doubt === undefined && save()}
        inputMode="none"
        autoComplete="off"
        size="lg"
        maxLength={13}
        rightSection="m³"
        error={visit.typed !== '' && litres === undefined ? t('round.notANumber') : undefined}
        classNames={{ input: 'nf-figures nf-round-register' }}
      />
      <Keypad value={visit.typed} onChange={visit.type} />
      {doubt !== undefined && litres !== undefined && (
        <Alert color="orange" icon={<IconAlertTriangle size={20} aria-hidden />} title={t(`round.doubt.${doubt}`)}>
          {doubt === 'below'
            ? t('round.doubtBelow', { previous: cubic(history.previousLitres!) })
            : t('round.doubtAbove', { most: cubic(plausibleRegister(history, Date.now()).plausibleUntilLitres!) })}
        </Alert>
      )}
      {visit.problem && (
        <Alert color="red" role="alert">
          {t(`round.problem.${visit.problem}`)}
        </Alert>
      )}
      <Button size="lg" color={doubt ? 'orange.8' : undefined} disabled={litres === undefined} loading={visit.isBusy} onClick={save}>
        {t(doubt ? 'round.saveAnyway' : 'round.save')}
      </Button>
      <Group grow gap="xs" className="nf-round-tools">
        <PhotoButton visit={visit} />
        <Button variant="default" h={44} px={4} leftSection={<IconEyeOff size={18} aria-hidden />} onClick={() => setIsNotRead(true)}>
          {t('round.notRead')}
        </Button>
        <Button variant="default" h={44} px={4} rightSection={<IconArrowRight size={18} aria-hidden />} onClick={onNext}>
          {t('round.next')}
        </Button>
      </Group>
      <Preview photo={visit.photo} onRemove={visit.removePhoto} />
    </Stack>
  )
}

function Expected({ history }: { history: ReturnType<typeof historyOf> }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const { expectedLitres } = plausibleRegister(history, Date.now())
  return expectedLitres === null ? null : ` ${t('round.expected', { expected: format.number(expectedLitres / 1000, 3) })}`
}

/** Another reading is welcome: both are kept. */
function OthersReading({ meter: { reading, notRead }, person }: { meter: RoundMeter; person: RoundPerson }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const instant = (at: string) => format.instant(at, person.timeZone)
  if (reading)
    return (
      <Alert color="blue" icon={<IconUsers size={20} aria-hidden />} p="xs">
        {t('round.readBy', { by: reading.takenBy ?? '–', at: instant(reading.readAt), register: format.number(reading.litres / 1000, 3) })}
      </Alert>
    )
  if (!notRead) return null
  return (
    <Alert color="gray" p="xs">
      {t('round.notReadBy', { by: notRead.by ?? '–', at: instant(notRead.at), reason: t(`round.reason.${notRead.reason}`) })}
    </Alert>
  )
}

function PhotoButton({ visit }: { visit: ReturnType<typeof useVisit> }) {
  const { t } = useTranslation('metering')
  return (
    <FileButton accept="image/*" capture="environment" onChange={visit.addPhoto}>
      {(props) => (
        <Button {...props} variant="default" h={44} px={4} leftSection={<IconCamera size={18} aria-hidden />}>
          {t('round.photo')}
        </Button>
      )}
    </FileButton>
  )
}

function Preview({ photo, onRemove }: { photo: Blob | null; onRemove: () => void }) {
  const { t } = useTranslation('metering')
  const address = useMemo(() => photo && URL.createObjectURL(photo), [photo])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  if (!address) return null
  return (
    <Group gap="sm">
      <img src={address} alt={t('round.photoOf')} className="nf-picture" />
      <Button variant="subtle" size="xs" onClick={onRemove}>
        {t('round.removePhoto')}
      </Button>
    </Group>
  )
}

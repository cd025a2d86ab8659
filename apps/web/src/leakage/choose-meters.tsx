import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { associateSubMeters, associateSummaryMeter } from '@nightflow/schemas/leakage/endpoints'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { type ChosenMeters, noMeters, numbersToAssociate, remainingQuota, unopenedOf, withMeters } from '#leakage/chosen-meters.ts'
import { ChosenMetersPanel } from '#leakage/chosen-meters-panel.tsx'
import { MemberDaysFields } from '#leakage/member-days-fields.tsx'
import { MeterLasso } from '#leakage/meter-lasso.tsx'
import { MeterNumbers } from '#leakage/meter-numbers.tsx'
import { MeterSheet } from '#leakage/meter-sheet.tsx'
import { MeterTicks } from '#leakage/meter-ticks.tsx'
import { type FormProps, useRefreshLeakage } from '#leakage/partition-forms.tsx'
import type { Role, WayProps } from '#leakage/way-props.ts'
import { announceDone } from '#session/announce-done.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'

type Direction = 'in' | 'out'
const ways = ['list', 'map', 'sheet', 'numbers'] as const
type Way = (typeof ways)[number]

/**
 * Associates meters with a metering point: ticked in a list, inside a line on the map, from a spreadsheet, or by their numbers. Nothing is associated
 * before the selection is sent, except by a spreadsheet, which has a preview of its own.
 */
export function ChooseMeters({ id, kind: role, onDone, onCancel, submitLabel, cancelLabel }: FormProps & { kind: Role }) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const problemText = useProblemText()
  const refresh = useRefreshLeakage()
  const [way, setWay] = useState<Way>('list')
  const [meters, setMeters] = useState(noMeters)
  const [days, setDays] = useState<MemberDays>({})
  const [direction, setDirection] = useState<Direction>('in')
  const [asksUnopened, setAsksUnopened] = useState(false)
  // A spreadsheet associates by itself: the way on is then no omission.
  const [hasImported, setImported] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (next: ChosenMeters) => {
    setFailure(null)
    setMeters(next)
  }
  const associate = useMutation({
    mutationFn: () => send(id, role, { ...numbersToAssociate(meters), days, direction }),
    onSuccess: async () => {
      await refresh()
      announceDone(t('form.associated'))
      onDone()
    },
    onError: (error) => setFailure(problemText(error)),
  })
  const submit = () => {
    if (meters.chosen.size === 0) return setFailure(t('choose.atLeastOne'))
    if (role === 'sub' && unopenedOf(meters).length > 0) return setAsksUnopened(true)
    associate.mutate()
  }
  const wayProps: WayProps = { id, role, days, meters, onMeters: change, onFits: (fits) => change(withMeters(meters, fits)) }
  const shownWays = role === 'sub' ? ways : ways.filter((each) => each !== 'sheet')
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('choose.ways')}
        value={way}
        onChange={(next) => setWay(shownWays.find((each) => each === next) ?? 'list')}
        data={shownWays.map((value) => ({ value, label: t(`choose.way.${value}`) }))}
      />
      <MemberDaysFields
        days={days}
        onDays={(next) => {
          // Other days, other refusals: the selection is made anew.
          setDays(next)
          change(noMeters)
        }}
        direction={role === 'summary' ? direction : undefined}
        onDirection={setDirection}
      />
      {way === 'list' && <MeterTicks {...wayProps} />}
      {way === 'map' && <MeterLasso {...wayProps} />}
      {way === 'sheet' && <MeterSheet id={id} onImported={() => setImported(true)} />}
      {way === 'numbers' && <MeterNumbers {...wayProps} quota={remainingQuota(meters)} />}
      <ChosenMetersPanel meters={meters} role={role} onMeters={change} failure={failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={associate.isPending}>
          {hasImported ? t('choose.next') : (cancelLabel ?? shared('action.cancel'))}
        </Button>
        <Button loading={associate.isPending} onClick={submit}>
          {meters.chosen.size > 0 ? t('choose.associate', { count: meters.chosen.size }) : submitLabel}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asksUnopened}
        title={t('choose.unopenedTitle')}
        text={t('choose.unopenedText', { count: unopenedOf(meters).length })}
        confirmLabel={t('choose.associate', { count: meters.chosen.size })}
        doneText={null}
        onConfirm={() => associate.mutateAsync()}
        onClose={() => setAsksUnopened(false)}
      />
    </Stack>
  )
}

type Sent = { numbers: string[]; bulk: string[]; days: MemberDays; direction: Direction }

/** Customers' meters are one command; an inlet or an outlet is one each. */
const send = async (id: string, role: Role, { numbers, bulk, days, direction }: Sent): Promise<void> => {
  if (role === 'sub') await call(associateSubMeters, { id, numbers, onlyOpened: true, ...(bulk.length > 0 && { bulk }), ...days })
  else for (const number of numbers) await call(associateSummaryMeter, { id, number, direction, ...days })
}

import { Stack } from '@mantine/core'
import { associateSubMeters, associateSummaryMeter, checkMeters } from '@nightflow/schemas/leakage/endpoints'
import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { MeterCheckReport, needsLook } from '#leakage/meter-check-report.tsx'
import { MeterLookup } from '#leakage/meter-lookup.tsx'
import { type FormProps, useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { announceDone } from '#session/announce-done.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { type FieldChoice, type FieldValue, splitNumbers } from '#ui/form/form-fields.ts'

type Command = Record<'summary' | 'sub', (numbers: readonly string[], typed: Typed) => Promise<unknown>>
type Typed = Readonly<Record<string, FieldValue>>

/**
 * Associates one summary meter or up to a thousand sub-meters. The numbers are checked first: where some cannot be associated, or are in
 * another cascade already, each is shown with the reason before anything is done.
 */
export function AssociateMetersForm({ id, kind, onDone, onCancel, submitLabel, cancelLabel }: FormProps & { kind: 'summary' | 'sub' }) {
  const { t } = useTranslation('leakage')
  const refresh = useRefreshLeakage()
  const dayFields = useDayFields()
  const summaryFields = [...useSummaryFields(), ...dayFields]
  const [typed, setTyped] = useState<Typed>(kind === 'summary' ? { direction: 'in' } : {})
  // A number that is chosen from the lookup makes the form anew with it; what was typed stays.
  const [picks, setPicks] = useState(0)
  const [fits, setFits] = useState<readonly MeterFit[]>([])
  const commands: Command = {
    summary: ([number = ''], { direction, ...days }) =>
      call(associateSummaryMeter, { id, number, direction: direction === 'out' ? 'out' : 'in', ...daysOf(days) }),
    sub: (numbers, days) => call(associateSubMeters, { id, numbers: [...numbers], ...daysOf(days) }),
  }
  const associate = useMutation({
    mutationFn: async (numbers: readonly string[]) => {
      await commands[kind](numbers, typed)
      await refresh()
      announceDone(t('form.associated'))
      onDone()
    },
  })
  const check = async (numbers: string[]) => {
    const { rows } = await call(checkMeters, { id, numbers, role: kind, ...daysOf(typed) })
    if (rows.some(needsLook)) setFits(rows)
    else await associate.mutateAsync(numbers)
  }
  const pick = (number: string) => {
    const before = splitNumbers(String(typed.numbers ?? ''))
    setTyped({ ...typed, ...(kind === 'summary' ? { number } : { numbers: [...new Set([...before, number])].join(', ') }) })
    setPicks(picks + 1)
    setFits([])
  }
  const formProps = {
    // Checking the numbers is not yet associating them.
    doneText: null,
    initial: typed,
    submitLabel,
    cancelLabel,
    onCancel,
    onTyped: (next: Typed) => {
      setTyped(next)
      setFits([])
    },
    children: fits.length > 0 && (
      <MeterCheckReport fits={fits} busy={associate.isPending} onAccept={(numbers) => associate.mutate(numbers)} />
    ),
  }
  return (
    <Stack gap="sm">
      <MeterLookup id={id} kind={kind} onPick={pick} />
      {kind === 'summary' ? (
        <CommandForm
          key={picks}
          {...formProps}
          schema={associateSummaryMeter.request}
          fields={summaryFields}
          fixed={{ id }}
          onSubmit={({ number }) => check([number])}
        />
      ) : (
        <CommandForm
          key={picks}
          {...formProps}
          schema={associateSubMeters.request}
          fields={[
            { name: 'numbers', label: t('form.meterNumbers'), description: t('form.meterNumbersHint'), placeholder: '1001,1002,1003' },
            ...dayFields,
          ]}
          fixed={{ id }}
          onSubmit={({ numbers }) => check(numbers)}
        />
      )}
    </Stack>
  )
}

/** The days of the membership that were chosen. */
const daysOf = ({ from, to }: Typed): MemberDays => ({
  ...(typeof from === 'string' && from !== '' && { from }),
  ...(typeof to === 'string' && to !== '' && { to }),
})

function useDayFields(): FieldChoice[] {
  const { t } = useTranslation('leakage')
  return [
    { name: 'from', label: t('form.memberFrom'), description: t('form.memberFromHint') },
    { name: 'to', label: t('form.memberTo'), description: t('form.memberToHint') },
  ]
}

function useSummaryFields(): FieldChoice[] {
  const { t } = useTranslation('leakage')
  return [
    { name: 'number', label: t('form.meterNumber') },
    { name: 'direction', label: t('form.direction'), optionLabels: { in: t('form.directionIn'), out: t('form.directionOut') } },
  ]
}

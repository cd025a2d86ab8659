import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { findGroupSheet, type GroupSheetRow, takeGroupReadings } from '@nightflow/schemas/metering/group-reading'
import { isPlausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

type Typed = { text: string; isConfirmed: boolean }
type Props = { meterGroupId: number; at: string; onSaved: () => Promise<unknown> }

const litresPerCubicMetre = 1000
const nothing: Typed = { text: '', isConfirmed: false }

/** A register as people type it, with a comma or a point; undefined for no number. */
const litresOf = (text: string): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) || number < 0 ? undefined : Math.round(number * litresPerCubicMetre)
}

/** The sheet of a group: previous register, use, average and a warning beside each register that is typed. Enter leads to the next meter. */
export function GroupSheet({ meterGroupId, at, onSaved }: Props) {
  const { t } = useTranslation('metering')
  const problemText = useProblemText()
  const [batchId, setBatchId] = useState(newOperationId)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const body = useRef<HTMLTableSectionElement>(null)
  const sheet = useQuery({
    queryKey: ['group-sheet', meterGroupId, at],
    queryFn: ({ signal }) => call(findGroupSheet, { meterGroupId, at }, signal),
  })
  const rows = sheet.data?.rows ?? []
  const readings = rows.flatMap(({ number }) => {
    const { text, isConfirmed } = typed[number] ?? nothing
    const litres = litresOf(text)
    return litres === undefined ? [] : [{ number, litres, isConfirmed, note: '' }]
  })
  const saving = useMutation({
    mutationFn: () => call(takeGroupReadings, { batchId, meterGroupId, at, rows: readings }),
    onSuccess: async (answer) => {
      const left = new Map(answer.refused.map(({ number, message }) => [number, message]))
      setTyped(Object.fromEntries(Object.entries(typed).filter(([number]) => left.has(number))))
      setRefused(Object.fromEntries(left))
      setBatchId(newOperationId())
      if (answer.taken > 0) announceDone(t('groupReading.saved', { count: answer.taken }))
      await onSaved()
    },
    meta: { isQuiet: true },
  })
  const next = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const inputs = [...(body.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? [])]
    inputs[inputs.indexOf(event.currentTarget) + 1]?.focus()
  }
  if (sheet.isError) return <ErrorState error={sheet.error} compact />
  if (sheet.data && rows.length === 0) return <Text size="sm">{t('groupReading.empty')}</Text>
  const refusedCount = Object.keys(refused).length
  return (
    <>
      {refusedCount > 0 && <Alert color="orange">{t('groupReading.refused', { count: refusedCount })}</Alert>}
      <div className="nf-group-sheet">
        <table className="nf-table">
          <thead>
            <tr>
              {(['meter', 'previous', 'previousAt', 'register', 'use', 'average', 'check'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`groupReading.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <Row
                key={row.number}
                row={row}
                typed={typed[row.number] ?? nothing}
                refused={refused[row.number]}
                onTyped={(change) => setTyped((all) => ({ ...all, [row.number]: { ...nothing, ...all[row.number], ...change } }))}
                onKey={next}
              />
            ))}
          </tbody>
        </table>
      </div>
      {saving.isError && (
        <Alert color="red" role="alert">
          {problemText(saving.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={saving.isPending} disabled={readings.length === 0} onClick={() => saving.mutate()}>
          {t('groupReading.save', { count: readings.length })}
        </Button>
      </Group>
    </>
  )
}

type RowProps = {
  row: GroupSheetRow
  typed: Typed
  refused: string | undefined
  onTyped: (change: Partial<Typed>) => void
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Row({ row, typed: { text, isConfirmed }, refused, onTyped, onKey }: RowProps) {
  const { t } = useTranslation('metering')
  const { number, instant } = useFormat()
  const { timeZone } = useSession()
  const litres = litresOf(text)
  const isPlausible = litres === undefined || isPlausibleRegister(litres, row)
  const cubicMetres = (value: number | null) => (value === null ? '–' : number(value / litresPerCubicMetre, 3))
  return (
    <tr>
      <td>
        {row.number}
        <Text size="xs" c="dimmed">
          {[row.name, row.address].filter((word) => word !== null && word !== row.number).join(', ')}
        </Text>
      </td>
      <td className="nf-figures">{cubicMetres(row.previousLitres)}</td>
      <td>{row.previousAt === null ? '–' : instant(row.previousAt, timeZone)}</td>
      <td>
        <TextInput
          size="xs"
          inputMode="decimal"
          aria-label={t('groupReading.registerOf', { meter: row.number })}
          value={text}
          error={refused}
          maxLength={16}
          onChange={(event) => onTyped({ text: event.currentTarget.value })}
          onKeyDown={onKey}
        />
      </td>
      <td className="nf-figures">{litres === undefined || row.previousLitres === null ? '–' : cubicMetres(litres - row.previousLitres)}</td>
      <td className="nf-figures">{cubicMetres(row.litresPerDay)}</td>
      <td>
        {litres !== undefined && (
          <StatusBadge
            meaning={isPlausible ? 'good' : 'warning'}
            label={t(isPlausible ? 'groupReading.plausible' : 'groupReading.implausible')}
          />
        )}
        {!isPlausible && (
          <Checkbox
            size="xs"
            mt={4}
            label={t('groupReading.confirm')}
            aria-label={t('groupReading.confirmOf', { meter: row.number })}
            checked={isConfirmed}
            onChange={(event) => onTyped({ isConfirmed: event.currentTarget.checked })}
          />
        )}
      </td>
    </tr>
  )
}

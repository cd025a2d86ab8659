import { Alert, Button, CloseButton, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { listAccounts } from '@nightflow/schemas/customers/endpoints'
import { openAccounts } from '@nightflow/schemas/customers/import-accounts'
import { AccountNoGenMode } from '@nightflow/schemas/platform/tenant'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { brokenRuleOf } from '@nightflow/schemas/shared/field-rules'
import { IconPlus, IconTablePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { useSchemeChoices } from '#customers/account-fields.ts'
import { accountWords } from '#customers/account-query.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { sentenceAt } from '#ui/form/form-errors.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import '#customers/open-batch.css'

const firstRows = 3
const rowsMax = 200
const columns = ['accountNo', 'customerName', 'telephone', 'idNumber', 'address', 'meterNo'] as const
type Column = (typeof columns)[number]
type Row = { key: number; cells: Partial<Record<Column, string>> }
type Errors = Readonly<Record<string, string>>

/** Opens several accounts of individuals with meters of one type by a form: all of them, or none. */
export function OpenBatchTool() {
  const { t } = useTranslation('customers')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(openAccounts)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconTablePlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('batch.open')}
      </Button>
      {isOpen && <OpenBatchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const emptyRow = (key: number): Row => ({ key, cells: {} })
const isEmpty = ({ cells }: Row): boolean => Object.values(cells).every((text) => text.trim() === '')
const filled = (cells: Row['cells']) => Object.fromEntries(Object.entries(cells).filter(([, text]) => text.trim() !== ''))

function OpenBatchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('customers')
  const shared = useTranslation('shared').t
  const words = useResourceWords(accountWords)
  const client = useQueryClient()
  const problemText = useProblemText()
  const { accountNoGenMode } = useSessionInfo().tenant
  const [rows, setRows] = useState(() => Array.from({ length: firstRows }, (_, key) => emptyRow(key)))
  const [meterType, setMeterType] = useState('')
  const [priceScheme, setPriceScheme] = useState<string | null>(null)
  const schemes = useSchemeChoices()
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const shown = columns.filter((column) => column !== 'accountNo' || accountNoGenMode === AccountNoGenMode.enum.manual)
  const used = rows.filter((row) => !isEmpty(row))

  const type = (key: number, column: Column, text: string) => {
    setRows((all) => all.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, [column]: text } } : row)))
    setErrors(({ [`${key}.${column}`]: _, [`${key}`]: __, ...others }) => others)
  }
  const refusedRows = (refused: ResponseOf<typeof openAccounts>['refused']): Errors =>
    Object.fromEntries(
      refused.map(({ row, code, details }) => [String(used[row - 1]!.key), problemText(new ProblemError(code, 409, { details }))]),
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const accounts = used.map(({ cells }) => ({
      ...filled(cells),
      ...(meterType.trim() && { meterType }),
      ...(priceScheme && { priceScheme }),
    }))
    const checked = openAccounts.request.safeParse({ accounts })
    setErrors(checked.success ? {} : errorsOf(checked.error.issues, used))
    setFailure(null)
    if (!checked.success) return
    setBusy(true)
    try {
      const { opened, refused } = await call(openAccounts, checked.data)
      if (refused.length > 0) return setErrors(refusedRows(refused))
      await client.invalidateQueries({ queryKey: [listAccounts.path] })
      announceDone(t('batch.done', { count: opened }))
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog title={t('batch.title')} onClose={onClose} size={1120}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{t('batch.text')}</Text>
          <Group gap="sm">
            <TextInput
              maw={320}
              label={words.field('meterType')}
              value={meterType}
              maxLength={50}
              onChange={({ currentTarget }) => setMeterType(currentTarget.value)}
            />
            {schemes && (
              <Select
                maw={320}
                label={words.field('priceScheme')}
                data={schemes}
                value={priceScheme}
                onChange={setPriceScheme}
                searchable
                clearable
                nothingFoundMessage={shared('choice.nothingFound')}
              />
            )}
          </Group>
          {rows.map(({ key, cells }, nth) => (
            <fieldset key={key} className="nf-batch-row">
              <legend>{t('batch.row', { row: nth + 1 })}</legend>
              {shown.map((column) => (
                <TextInput
                  key={column}
                  size="xs"
                  label={words.field(column)}
                  value={cells[column] ?? ''}
                  error={errors[`${key}.${column}`]}
                  onChange={({ currentTarget }) => type(key, column, currentTarget.value)}
                />
              ))}
              <CloseButton
                className="nf-batch-remove"
                aria-label={t('batch.remove', { row: nth + 1 })}
                disabled={rows.length === 1}
                onClick={() => setRows((all) => all.filter((row) => row.key !== key))}
              />
              {errors[String(key)] && (
                <Text className="nf-batch-error" size="xs" c="var(--mantine-color-error)" role="alert">
                  {errors[String(key)]}
                </Text>
              )}
            </fieldset>
          ))}
          <Group>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={rows.length >= rowsMax}
              onClick={() => setRows((all) => [...all, emptyRow(Math.max(...all.map(({ key }) => key)) + 1)])}
            >
              {t('batch.add')}
            </Button>
          </Group>
          {failure !== null && (
            <Alert color="red" variant="light" role="alert" py="xs">
              {problemText(failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {shared('action.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={used.length === 0}>
              {t('batch.submit', { count: used.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}

/** Validation errors of each cell, by the key of its row. */
const errorsOf = (issues: readonly z.core.$ZodIssue[], used: readonly Row[]): Errors =>
  Object.fromEntries(
    issues.flatMap((issue): [string, string][] => {
      const [, nth, column] = issue.path
      const row = used[Number(nth)]
      if (!row) return []
      const name = String(column)
      return [[`${row.key}.${name}`, sentenceAt({}, brokenRuleOf(issue, row.cells[name as Column]))]]
    }),
  )

import { Button, Group, Textarea } from '@mantine/core'
import { checkMeters } from '@nightflow/schemas/leakage/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { typedNumbers } from '#leakage/chosen-meters.ts'
import type { WayProps } from '#leakage/way-props.ts'
import { useFormat } from '#ui/use-format.ts'

/** Meter numbers typed or pasted, separated by English commas. */
export function MeterNumbers({ id, role, days, onFits, quota }: WayProps & { quota: number }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const problemText = useProblemText()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const add = async () => {
    const typed = typedNumbers(text, quota)
    if ('wrong' in typed)
      return setError(t(`choose.numbers.${typed.wrong}`, { number: typed.wrong === 'quota' ? format.number(quota) : typed.number }))
    setBusy(true)
    try {
      const { rows } = await call(checkMeters, { id, numbers: typed.numbers, role, onlyOpened: role === 'sub', ...days })
      onFits(rows)
      setText('')
    } catch (problem) {
      setError(problemText(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Textarea
        label={t('form.meterNumbers')}
        description={t('choose.numbers.hint')}
        placeholder="1001,1002,1003"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <Group justify="flex-end">
        <Button size="xs" variant="light" loading={busy} onClick={add}>
          {t('choose.numbers.add')}
        </Button>
      </Group>
    </>
  )
}
